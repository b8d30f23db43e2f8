package io.weft.simulation;

/**
 * What a task costs a rank.
 *
 * @param seconds on its resource, if nothing disturbs it
 * @param wireBytes sent by the rank
 * @param parts in how many parts it is done, between which a more urgent task may go first
 */
public record Cost(double seconds, double wireBytes, int parts) {
  /** Nothing worth counting. */
  public static final Cost NONE = new Cost(0, 0, 1);

  public Cost {
    if (!(seconds >= 0) || !(wireBytes >= 0) || Double.isInfinite(seconds + wireBytes)) {
      throw new IllegalArgumentException(
          "a task of %s s and %s bytes: both finite and not negative"
              .formatted(seconds, wireBytes));
    }
  }

  /** So often, one after the other. */
  Cost times(int count) {
    return new Cost(seconds * count, wireBytes * count, parts * count);
  }

  /** This one and then another one. */
  Cost and(Cost other) {
    return new Cost(seconds + other.seconds, wireBytes + other.wireBytes, parts + other.parts);
  }

  static Cost computing(double seconds) {
    return new Cost(seconds, 0, 1);
  }
}
