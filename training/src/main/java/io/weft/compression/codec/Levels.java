package io.weft.compression.codec;

/**
 * Whole numbers from {@code -most} to {@code most}, each the spacing apart, which travel as codes
 * from 0 on.
 *
 * @param spacing 2 for signs, which have no 0 between them
 */
public record Levels(int most, int spacing) {
  public Levels {
    if (most < 1 || spacing < 1 || 2L * most % spacing != 0 || most > Integer.MAX_VALUE / 2) {
      throw new IllegalArgumentException(
          "levels up to %d, %d apart: both at least 1, and the highest reached from the lowest"
              .formatted(most, spacing));
    }
  }

  /** Those of sums over so many ranks. */
  public Levels of(int ranks) {
    return new Levels(Math.multiplyExact(most, ranks), spacing);
  }

  /** How many bits a code has. */
  public int bits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(2 * most / spacing);
  }

  /** What so many levels take. */
  public long bytes(long count) {
    return Math.ceilDiv(count * bits(), Byte.SIZE);
  }

  public int code(int level) {
    return (level + most) / spacing;
  }

  /**
   * The level of a code.
   *
   * @param codec for complaints
   */
  public int level(long code, String codec) {
    long level = code * spacing - most;
    if (level > most) {
      throw new MalformedPayloadException(
          codec, "has the level %d, above %d".formatted(level, most));
    }
    return (int) level;
  }
}
