package io.weft.optimizer;

/** The checks that optimizers make of their settings. */
final class Setting {
  private Setting() {}

  /** Of a mean that follows what it averages. */
  static void checkBeta(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw refusal(name, value, "at least 0 and below 1");
    }
  }

  static void checkNotNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw refusal(name, value, "at least 0");
    }
  }

  /** As a float, too: what keeps a division from being one by zero. */
  static void checkPositive(String name, double value) {
    if (!((float) value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw refusal(name, value, "above 0, as a 32-bit float too");
    }
  }

  private static IllegalArgumentException refusal(String name, double value, String allowed) {
    return new IllegalArgumentException("%s=%s: it must be %s".formatted(name, value, allowed));
  }
}
