package io.weft.data;

import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Room for one batch, filled again and again. Used by one thread at a time. */
public final class BatchMemory {
  private static final int ALIGNMENT = 64;

  private final Dataset data;
  private final MemorySegment inputs;
  private final MemorySegment labels;

  /** Room for that many samples, which lives as long as the arena. */
  public BatchMemory(Dataset data, int samplesMax, Arena arena) {
    this.data = data;
    var shape = data.shape();
    inputs = arena.allocate(Math.multiplyExact(samplesMax, shape.inputBytes()), ALIGNMENT);
    labels = arena.allocate(Math.multiplyExact(samplesMax, shape.labelBytes()), ALIGNMENT);
  }

  /** Those samples, in that order; valid until the next call. */
  public Batch fill(long... samples) {
    var shape = data.shape();
    for (int i = 0; i < samples.length; i++) {
      data.read(
          samples[i],
          inputs.asSlice(i * shape.inputBytes(), shape.inputBytes()),
          labels.asSlice(i * shape.labelBytes(), shape.labelBytes()));
    }
    return new Batch(
        new Tensor(inputs, shape.type(), samples.length * shape.inputCount()),
        shape.inputs(),
        new Tensor(labels, ElementType.INT64, samples.length * shape.labels()),
        samples.length);
  }
}
