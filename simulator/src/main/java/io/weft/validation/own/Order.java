package io.weft.validation.own;

import java.util.List;

/**
 * Whether predictions put runs into the right order.
 *
 * @param pairs how many pairs of one setting were measured to differ for certain
 * @param inverted those of them that were predicted the other way round, in words
 */
public record Order(int pairs, List<String> inverted) {
  /** Fewer would prove nothing. */
  private static final int PAIRS_LEAST = 8;

  public Order {
    inverted = List.copyOf(inverted);
  }

  public boolean pass() {
    return inverted.isEmpty() && pairs >= PAIRS_LEAST;
  }
}
