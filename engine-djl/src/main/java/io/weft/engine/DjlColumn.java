package io.weft.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import io.weft.data.ArrayShape;
import io.weft.data.DataException;
import io.weft.file.HeapRoom;
import io.weft.tensor.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One of the arrays of the samples of a dataset of DJL's, as it is read. */
final class DjlColumn {
  private final List<MemorySegment> samples = new ArrayList<>();
  private final ArrayShape shape;

  private DjlColumn(ArrayShape shape) {
    this.shape = shape;
  }

  /** For arrays such as this, of some samples: whole numbers stay what they are. */
  static DjlColumn like(NDArray array) {
    return as(wholeNumbers(array) ? ElementType.INT64 : ElementType.FP32, array);
  }

  static DjlColumn as(ElementType type, NDArray array) {
    return new DjlColumn(new ArrayShape(type, lengths(array)));
  }

  private static boolean wholeNumbers(NDArray array) {
    return switch (array.getDataType()) {
      case INT64, INT32 -> true;
      default -> false;
    };
  }

  private static List<Long> lengths(NDArray array) {
    return Arrays.stream(array.getShape().slice(1).getShape()).boxed().toList();
  }

  ArrayShape shape() {
    return shape;
  }

  int count() {
    return samples.size();
  }

  /** Adds some samples. */
  void add(NDArray array) {
    if (!lengths(array).equals(shape.lengths())) {
      throw new DataException(
          "sample %d of the dataset of DJL has the shape %s and others %s: give all the same"
              .formatted(count(), lengths(array), shape.lengths()));
    }
    if (array.size() * shape.type().byteCount() > HeapRoom.bytes()) {
      throw new DataException(
          "the dataset of DJL is larger than the memory that is left, from sample %d on: %s"
              .formatted(count(), "give fewer samples, or Java more memory (-Xmx)"));
    }
    var all = numbers(array);
    for (long at = 0; at < all.byteSize(); at += shape.byteCount()) {
      samples.add(all.asSlice(at, shape.byteCount()));
    }
  }

  private MemorySegment numbers(NDArray array) {
    return shape.type() == ElementType.INT64
        ? MemorySegment.ofArray(array.toType(DataType.INT64, false).toLongArray())
        : MemorySegment.ofArray(array.toType(DataType.FLOAT32, false).toFloatArray());
  }

  void read(long sample, MemorySegment into) {
    into.copyFrom(samples.get(Math.toIntExact(sample)));
  }
}
