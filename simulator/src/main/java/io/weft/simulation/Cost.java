package io.weft.simulation;

/**
 * What a task costs a rank.
 *
 * @param seconds until it is done, if nothing disturbs it
 * @param latencySeconds of them at its end, when it leaves its resource to others and is under way
 * @param coreSeconds of the processors of its host meanwhile
 * @param wireBytes sent by the rank
 * @param parts in how many parts it is done, between which a more urgent task may go first
 */
public record Cost(
    double seconds, double latencySeconds, double coreSeconds, double wireBytes, int parts) {
  /** Nothing worth counting. */
  public static final Cost NONE = new Cost(0, 0, 0, 1);

  public Cost {
    boolean valid = seconds >= 0 && coreSeconds >= 0 && wireBytes >= 0;
    valid &= latencySeconds >= 0 && latencySeconds <= seconds;
    if (!valid || Double.isInfinite(seconds + coreSeconds + wireBytes)) {
      throw new IllegalArgumentException(
          "a task of %s s, %s s of processors and %s bytes: all finite and not negative"
              .formatted(seconds, coreSeconds, wireBytes));
    }
  }

  /** On its resource all the time. */
  public Cost(double seconds, double coreSeconds, double wireBytes, int parts) {
    this(seconds, 0, coreSeconds, wireBytes, parts);
  }

  /** On its resource, if nothing disturbs it. */
  double busySeconds() {
    return seconds - latencySeconds;
  }

  /** So often, one after the other. */
  Cost times(int count) {
    return new Cost(
        seconds * count,
        latencySeconds * count,
        coreSeconds * count,
        wireBytes * count,
        parts * count);
  }

  /** This one and then another one. */
  Cost and(Cost other) {
    return new Cost(
        seconds + other.seconds,
        latencySeconds + other.latencySeconds,
        coreSeconds + other.coreSeconds,
        wireBytes + other.wireBytes,
        parts + other.parts);
  }

  /** How many cores it takes at full speed. */
  double cores() {
    return busySeconds() == 0 ? 0 : coreSeconds / busySeconds();
  }
}
