package io.weft.simulation;

/**
 * What a task costs a rank.
 *
 * @param seconds on its resource, if nothing disturbs it
 * @param coreSeconds of the processors of its host meanwhile
 * @param wireBytes sent by the rank
 * @param parts in how many parts it is done, between which a more urgent task may go first
 */
public record Cost(double seconds, double coreSeconds, double wireBytes, int parts) {
  /** Nothing worth counting. */
  public static final Cost NONE = new Cost(0, 0, 0, 1);

  public Cost {
    boolean valid = seconds >= 0 && coreSeconds >= 0 && wireBytes >= 0;
    if (!valid || Double.isInfinite(seconds + coreSeconds + wireBytes)) {
      throw new IllegalArgumentException(
          "a task of %s s, %s s of processors and %s bytes: all finite and not negative"
              .formatted(seconds, coreSeconds, wireBytes));
    }
  }

  /** So often, one after the other. */
  Cost times(int count) {
    return new Cost(seconds * count, coreSeconds * count, wireBytes * count, parts * count);
  }

  /** This one and then another one. */
  Cost and(Cost other) {
    return new Cost(
        seconds + other.seconds,
        coreSeconds + other.coreSeconds,
        wireBytes + other.wireBytes,
        parts + other.parts);
  }

  /** How many cores it takes at full speed. */
  double cores() {
    return seconds == 0 ? 0 : coreSeconds / seconds;
  }
}
