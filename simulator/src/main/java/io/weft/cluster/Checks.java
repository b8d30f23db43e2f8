package io.weft.cluster;

/** What a number of a cluster must be. */
final class Checks {
  private Checks() {}

  static void positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s is %s: give a number above 0 that is finite".formatted(what, value));
    }
  }

  static void notNegative(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s is %s: give 0 or more, and finite".formatted(what, value));
    }
  }
}
