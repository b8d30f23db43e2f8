package io.weft.model;

import java.util.List;

/** State of a model that forward changes and no gradient reaches: the statistics of batch norm. */
public record ModelBuffer(String name, List<Long> shape) {
  public ModelBuffer {
    shape = List.copyOf(shape);
  }

  /** How many elements it has. */
  public long count() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }
}
