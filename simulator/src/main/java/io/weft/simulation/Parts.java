package io.weft.simulation;

/** In how many parts an exchange travels, between which a more urgent one may go first. */
final class Parts {
  private static final double PART_BYTES = 4 * 0x1p20;

  private Parts() {}

  static int of(double bytes) {
    return (int) Math.max(1, Math.ceil(bytes / PART_BYTES));
  }
}
