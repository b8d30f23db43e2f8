package io.weft.simulation.sharing;

/**
 * Something that goes through links, or takes of other things of which there is a given amount in
 * every second, at a rate that {@link MaxMin} finds. Not for several threads.
 */
public final class Flow {
  private final int[] links;
  private double limit;
  private double copies = 1;
  private double rate;
  private boolean settled;

  /** Keeps the array; {@code limit} is the most that it takes. */
  public Flow(int[] links, double limit) {
    this.links = links;
    limit(limit);
  }

  /** Says anew what is the most that it takes. */
  public void limit(double most) {
    if (!(most >= 0)) {
      throw new IllegalArgumentException("a flow of at most %s: 0 or more".formatted(most));
    }
    limit = most;
  }

  /** Lets it stand for several that are alike, of which each goes through all links. */
  public void copies(double count) {
    copies = count;
  }

  /** What each copy has got. */
  public double rate() {
    return rate;
  }

  int[] links() {
    return links;
  }

  double limit() {
    return limit;
  }

  double copies() {
    return copies;
  }

  boolean isSettled() {
    return settled;
  }

  void open() {
    settled = false;
  }

  void settle(double found) {
    settled = true;
    rate = found;
  }
}
