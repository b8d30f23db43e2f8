package io.weft.data;

import io.weft.tensor.ElementType;
import java.util.List;

/**
 * One of the arrays of a sample.
 *
 * @param lengths of its dimensions; a number by itself has none
 */
public record ArrayShape(ElementType type, List<Long> lengths) {
  public ArrayShape {
    lengths = List.copyOf(lengths);
    if (lengths.stream().anyMatch(length -> length < 1)) {
      throw new IllegalArgumentException(
          "an array of shape %s: each length must be at least 1".formatted(lengths));
    }
  }

  /** Numbers, as FP32. */
  public static ArrayShape numbers(List<Long> lengths) {
    return new ArrayShape(ElementType.FP32, lengths);
  }

  /** Whole numbers, as INT64. */
  public static ArrayShape wholeNumbers(List<Long> lengths) {
    return new ArrayShape(ElementType.INT64, lengths);
  }

  /** How many elements it has. */
  public long count() {
    return lengths.stream().reduce(1L, Math::multiplyExact);
  }

  public long byteCount() {
    return Math.multiplyExact(count(), type.byteCount());
  }

  @Override
  public String toString() {
    return type.label() + lengths;
  }
}
