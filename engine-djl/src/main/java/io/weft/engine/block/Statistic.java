package io.weft.engine.block;

import java.util.List;

/** State that forward changes and no gradient reaches, and what it begins with. */
public record Statistic(String name, List<Long> shape, Initial initial) {
  public Statistic {
    shape = List.copyOf(shape);
  }
}
