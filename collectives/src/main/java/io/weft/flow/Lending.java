package io.weft.flow;

import io.weft.network.shared.Segments.Spot;
import java.util.Optional;

/**
 * What a rank lends in an operation, in numbers that fit into a note.
 *
 * @param input where its input is, or 0 for none
 * @param data where its data is, or 0 for none
 */
record Lending(long input, long data, boolean packed) {
  static final Lending NOTHING = new Lending(0, 0, false);

  private static final int OFFSET_BITS = 44;

  /** The number of a spot. */
  static long number(Spot spot) {
    return (spot.segment() + 1L) << OFFSET_BITS | spot.offset();
  }

  static Optional<Spot> spot(long number) {
    return number == 0
        ? Optional.empty()
        : Optional.of(
            new Spot((int) (number >>> OFFSET_BITS) - 1, number & ((1L << OFFSET_BITS) - 1)));
  }
}
