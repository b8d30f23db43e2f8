package io.weft.simulation;

/**
 * What one bucket of gradients puts on the network and on the compute lane.
 *
 * @param addedBytes travel in a form in which ranks can add them
 * @param gatheredBytes of each rank cannot be added, so every rank gets those of all
 * @param pairedBytes of each rank are merged with those of others in pairs, and stay as many
 * @param rounds exchanges one after the other among which the added bytes are divided
 * @param encodeSeconds to make them, after backward
 * @param decodeSeconds to read them, before the update
 */
public record Load(
    double addedBytes,
    double gatheredBytes,
    double pairedBytes,
    int rounds,
    double encodeSeconds,
    double decodeSeconds) {
  public Load {
    double sum = addedBytes + gatheredBytes + pairedBytes + encodeSeconds + decodeSeconds;
    if (!(addedBytes >= 0 && gatheredBytes >= 0 && pairedBytes >= 0)
        || !(encodeSeconds >= 0 && decodeSeconds >= 0)
        || Double.isInfinite(sum)
        || rounds < 1) {
      throw new IllegalArgumentException(
          "a bucket of %s, %s and %s bytes in %d rounds, %s s and %s s: finite and not negative"
              .formatted(
                  addedBytes, gatheredBytes, pairedBytes, rounds, encodeSeconds, decodeSeconds));
    }
  }

  /** Without pairs. */
  public Load(
      double addedBytes,
      double gatheredBytes,
      int rounds,
      double encodeSeconds,
      double decodeSeconds) {
    this(addedBytes, gatheredBytes, 0, rounds, encodeSeconds, decodeSeconds);
  }

  /** A part of it, in as many rounds. */
  Load times(double share) {
    return new Load(
        addedBytes * share,
        gatheredBytes * share,
        pairedBytes * share,
        rounds,
        encodeSeconds * share,
        decodeSeconds * share);
  }

  /** As it is. */
  public static Load dense(double bytes) {
    return new Load(bytes, 0, 1, 0, 0);
  }
}
