package io.weft.engine.block;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** What blocks of others hold and give. */
final class Values {
  private static final NDIndex EVERYTHING = new NDIndex("...");

  private Values() {}

  /** A copy of what an array has, to begin with. */
  static Initial of(String name, NDArray array) {
    if (array.getDataType() != DataType.FLOAT32) {
      throw new IllegalArgumentException(
          "%s has elements of type %s: parameters are float32, so convert the block"
              .formatted(name, array.getDataType()));
    }
    return Initial.Given.of(array.toFloatArray());
  }

  /**
   * Copies in place, however the array lies in memory. One that is given a buffer shares its
   * memory, which here ends before the array does.
   */
  static void set(NDArray array, MemorySegment values) {
    boolean trained = JniUtils.requiresGrad((PtNDArray) array);
    array.setRequiresGradient(false);
    try (var manager = array.getManager().newSubManager()) {
      var bytes = values.asByteBuffer().order(ByteOrder.nativeOrder());
      array.set(EVERYTHING, manager.create(bytes, array.getShape(), DataType.FLOAT32));
    }
    array.setRequiresGradient(trained);
  }

  static List<Long> shape(NDArray array) {
    return Arrays.stream(array.getShape().getShape()).boxed().toList();
  }

  /** The one array that a stage hands on. */
  static PtNDArray only(NDList output) {
    if (output.size() != 1) {
      throw new IllegalArgumentException(
          "it gives %d arrays, and a stage hands on one".formatted(output.size()));
    }
    return (PtNDArray) output.getFirst();
  }
}
