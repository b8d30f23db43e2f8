package io.weft.cluster;

/**
 * What hosts share of the network between them.
 *
 * @param hostsPerRack behind one switch
 * @param oversubscription how many times more the hosts of a rack can send than leaves it
 * @param contention which part of a link is lost while several messages share it
 */
public record Racks(int hostsPerRack, double oversubscription, double contention) {
  /** Every host can send at its full rate, whatever the others do. */
  public static final Racks NONE = new Racks(Integer.MAX_VALUE, 1, 0);

  public Racks {
    if (hostsPerRack < 1 || !(oversubscription >= 1) || Double.isInfinite(oversubscription)) {
      throw new IllegalArgumentException(
          "racks of %d hosts, oversubscribed %s times: at least 1 host, and 1 or more times"
              .formatted(hostsPerRack, oversubscription));
    }
    if (!(contention >= 0 && contention < 1)) {
      throw new IllegalArgumentException(
          "%s of a link lost to contention: give 0 or more, and less than 1".formatted(contention));
    }
  }

  /** Whether messages can meet on links that they share. */
  public boolean areNone() {
    return hostsPerRack == Integer.MAX_VALUE && contention == 0;
  }

  /** What leaves a rack, where each of its hosts sends at a rate. */
  public double uplinkBytesPerSecond(double hostBytesPerSecond) {
    return hostsPerRack * hostBytesPerSecond / oversubscription;
  }
}
