package io.weft.engine.block;

import java.util.List;

/**
 * A parameter as blocks name it: blocks that name equal weights share one parameter.
 *
 * @param trained whether it has a gradient; a frozen one has none
 */
public record Weight(String name, List<Long> shape, Initial initial, boolean trained) {
  public Weight {
    shape = List.copyOf(shape);
  }

  /** A trained one. */
  public Weight(String name, List<Long> shape, Initial initial) {
    this(name, shape, initial, true);
  }

  /** The same, kept as it begins. */
  public Weight frozen() {
    return new Weight(name, shape, initial, false);
  }
}
