package io.weft.data;

import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Room for one batch, filled again and again. Used by one thread at a time. */
public final class BatchMemory {
  private static final int ALIGNMENT = 64;

  private final Dataset data;
  private final List<Room> inputs;
  private final Room labels;

  /** Where an array of each sample lies, sample after sample. */
  private record Room(ArrayShape shape, MemorySegment segment) {
    static Room of(ArrayShape shape, int samplesMax, Arena arena) {
      long bytes = Math.multiplyExact(samplesMax, shape.byteCount());
      return new Room(shape, arena.allocate(bytes, ALIGNMENT));
    }

    MemorySegment sample(int at) {
      return segment.asSlice(at * shape.byteCount(), shape.byteCount());
    }

    Batch.Array first(int samples) {
      long count = samples * shape.count();
      return new Batch.Array(new Tensor(segment, shape.type(), count), shape.lengths());
    }
  }

  /** Room for that many samples, which lives as long as the arena. */
  public BatchMemory(Dataset data, int samplesMax, Arena arena) {
    this.data = data;
    var shape = data.shape();
    inputs = shape.inputs().stream().map(each -> Room.of(each, samplesMax, arena)).toList();
    labels = Room.of(shape.labels(), samplesMax, arena);
  }

  /** Those samples, in that order; valid until the next call. */
  public Batch fill(long... samples) {
    for (int i = 0; i < samples.length; i++) {
      int at = i;
      var parts = inputs.stream().map(room -> room.sample(at)).toList();
      data.read(samples[i], parts, labels.sample(i));
    }
    int count = samples.length;
    return new Batch(
        inputs.stream().map(room -> room.first(count)).toList(), labels.first(count), count);
  }
}
