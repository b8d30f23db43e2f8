package io.weft.checkpoint;

import io.weft.tensor.Tensor;
import java.util.List;

/** A tensor as it stands in a file. */
public record NamedTensor(String name, List<Long> shape, Tensor tensor) {
  public NamedTensor {
    shape = List.copyOf(shape);
    if (shape.stream().reduce(1L, Math::multiplyExact) != tensor.count()) {
      throw new IllegalArgumentException(
          "%s has the shape %s and %d elements: they do not fit"
              .formatted(name, shape, tensor.count()));
    }
  }

  /** Of one dimension. */
  public static NamedTensor of(String name, Tensor tensor) {
    return new NamedTensor(name, List.of(tensor.count()), tensor);
  }
}
