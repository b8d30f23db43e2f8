package io.weft.data;

import io.weft.tensor.ElementType;
import java.util.List;
import java.util.OptionalInt;

/**
 * What one sample looks like.
 *
 * @param inputs at least one
 * @param labels what is learnt of it
 * @param classes if labels are classes, as INT64: they are at least 0 and below this
 */
public record SampleShape(List<ArrayShape> inputs, ArrayShape labels, OptionalInt classes) {
  public SampleShape {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("a sample without inputs: give at least one array");
    }
    if (classes.isPresent() && (classes.getAsInt() < 1 || labels.type() != ElementType.INT64)) {
      throw new IllegalArgumentException(
          "labels %s of %d classes: classes are int64, and at least one"
              .formatted(labels, classes.getAsInt()));
    }
  }

  /** One array, and one class. */
  public static SampleShape ofClass(ArrayShape input, int classes) {
    var label = ArrayShape.wholeNumbers(List.of());
    return new SampleShape(List.of(input), label, OptionalInt.of(classes));
  }

  /** One array, and numbers as FP32 of this shape. */
  public static SampleShape ofNumbers(ArrayShape input, List<Long> labels) {
    return new SampleShape(List.of(input), ArrayShape.numbers(labels), OptionalInt.empty());
  }

  /** The same with another array in place of the one that is its input. */
  public SampleShape withInput(ArrayShape input) {
    var _ = input();
    return new SampleShape(List.of(input), labels, classes);
  }

  /**
   * The only array that is an input.
   *
   * @throws DataException if there are several
   */
  public ArrayShape input() {
    if (inputs.size() != 1) {
      throw new DataException(
          "samples have the %d inputs %s, and one is taken: give data with one"
              .formatted(inputs.size(), inputs));
    }
    return inputs.getFirst();
  }

  /** Whether a sample is of one class. */
  public boolean hasOneClass() {
    return classes.isPresent() && labels.count() == 1;
  }

  /** What a sample takes in memory. */
  public long byteCount() {
    return inputs.stream()
        .mapToLong(ArrayShape::byteCount)
        .reduce(labels.byteCount(), Math::addExact);
  }
}
