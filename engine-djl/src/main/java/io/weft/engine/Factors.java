package io.weft.engine;

import ai.djl.pytorch.engine.PtNDArray;
import io.weft.engine.block.Weight;
import java.lang.foreign.MemorySegment;

/**
 * What a weight was multiplied with in a step, and the gradients of what came out, in the memory of
 * its gradient: a row of each for every vector, with rows of zeros after the last.
 */
final class Factors {
  private final Weight weight;
  private final int rows;
  private final MemorySegment inputs;
  private final MemorySegment outputs;
  private int filled;

  /** Room for so many rows. */
  Factors(Weight weight, int rows, MemorySegment memory) {
    this.weight = weight;
    this.rows = rows;
    long outputBytes = rows * weight.shape().get(0) * Float.BYTES;
    long inputBytes = rows * weight.shape().get(1) * Float.BYTES;
    this.inputs = memory.asSlice(0, inputBytes);
    this.outputs = memory.asSlice(inputBytes, outputBytes);
  }

  void clear() {
    inputs.fill((byte) 0);
    outputs.fill((byte) 0);
    filled = 0;
  }

  void add(PtNDArray input, PtNDArray outputGradient) {
    var given = MemorySegment.ofBuffer(input.toByteBuffer(true));
    var wanted = MemorySegment.ofBuffer(outputGradient.toByteBuffer(true));
    long each = inputs.byteSize() / rows;
    long more = given.byteSize() / each;
    if (filled + more > rows) {
      throw new IllegalStateException(
          "%s was multiplied with %d vectors, and the gradient was to be left as factors of %d rows"
              .formatted(weight.name(), filled + more, rows));
    }
    inputs.asSlice(filled * each, given.byteSize()).copyFrom(given);
    outputs.asSlice(filled * (outputs.byteSize() / rows), wanted.byteSize()).copyFrom(wanted);
    filled += (int) more;
  }
}
