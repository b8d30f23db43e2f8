package io.weft.engine;

import ai.djl.engine.Engine;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** The way to PyTorch's arrays. */
final class Torch {
  private static final String THREADS = "ai.djl.pytorch.num_threads";

  /**
   * What PyTorch's engine reads when it starts, unless it is set: no downloads, no reports to
   * anyone, and one thread for each worker, since workers share the cores.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of("ai.djl.offline", "true", "OPT_OUT_TRACKING", "true", THREADS, "1");

  private Torch() {}

  /** An owner of arrays; closing it frees them. */
  static PtNDManager open() {
    DEFAULTS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
    var _ = NativeHeap.keepFreedMemory();
    var _ = NativeThreads.limit(System.getProperty(THREADS, "1"));
    NativeExit.ofProcess().load(() -> Engine.getEngine("PyTorch"));
    var _ = NativeWarning.silence();
    return (PtNDManager) Engine.getEngine("PyTorch").newBaseManager();
  }

  static String version() {
    var engine = Engine.getEngine("PyTorch");
    return "%s %s, DJL %s"
        .formatted(engine.getEngineName(), engine.getVersion(), Engine.getDjlVersion());
  }

  static PtNDManager part(PtNDManager whole) {
    return (PtNDManager) whole.newSubManager();
  }

  /** An array whose elements are those of the tensor, which is off the heap. */
  static PtNDArray over(PtNDManager manager, Tensor tensor, List<Long> shape) {
    return JniUtils.createNdFromByteBuffer(
        manager,
        bytes(tensor),
        shape(shape),
        DataType.FLOAT32,
        SparseFormat.DENSE,
        manager.getDevice());
  }

  /** An array with a copy of that of some samples. */
  static PtNDArray copy(PtNDManager manager, Batch.Array given, int samples) {
    var shape = shape(given.shape(samples));
    var array =
        JniUtils.createEmptyNdArray(
            manager, shape, type(given.tensor().type()), manager.getDevice(), SparseFormat.DENSE);
    MemorySegment.ofBuffer(array.toByteBuffer(true)).copyFrom(given.tensor().segment());
    return array;
  }

  /** With 16-bit floats of the upper half DJL would end the process. */
  static DataType type(ElementType type) {
    return switch (type) {
      case FP32 -> DataType.FLOAT32;
      case FP64 -> DataType.FLOAT64;
      case FP16 -> DataType.FLOAT16;
      case BF16 ->
          throw new IllegalArgumentException(
              "DJL has no arrays of bf16: give data as fp32 or fp16");
      case INT8 -> DataType.INT8;
      case INT32 -> DataType.INT32;
      case INT64 -> DataType.INT64;
    };
  }

  static ByteBuffer bytes(Tensor tensor) {
    return tensor.segment().asByteBuffer().order(ByteOrder.nativeOrder());
  }

  static Shape shape(List<Long> lengths) {
    return new Shape(lengths.stream().mapToLong(Long::longValue).toArray());
  }
}
