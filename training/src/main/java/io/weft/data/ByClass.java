package io.weft.data;

import java.util.stream.IntStream;

/**
 * Classes, in an order of the seed, are dealt to ranks in turn. The samples of a class are split
 * evenly among the ranks that have it. Written {@code by-class(2)}.
 *
 * @param classes how many a rank has
 */
public record ByClass(int classes) implements Partition.ByLabel {
  private static final long ORDER = -1;

  public ByClass {
    if (classes < 1) {
      throw new IllegalArgumentException(
          "by-class(%d): give each rank at least 1 class, as in by-class(2)".formatted(classes));
    }
  }

  @Override
  public Deal deal(Labels labels, int ranks, long seed) {
    check(labels.classes(), ranks);
    var order = new Shuffle(labels.classes(), Mix.of(seed, ORDER));
    var hands = new Hands(ranks);
    for (int place = 0; place < labels.classes(); place++) {
      var samples = labels.shuffled((int) order.at(place), seed);
      var holders = holders(place, labels.classes(), ranks);
      for (int i = 0; i < holders.length; i++) {
        long from = (long) samples.length * i / holders.length;
        long to = (long) samples.length * (i + 1) / holders.length;
        hands.give(holders[i], samples, (int) from, (int) to);
      }
    }
    return hands.dealt(
        rank ->
            new DataException(
                "%s: no sample is left for rank %d, as its classes have fewer than ranks; %s"
                    .formatted(this, rank, "take fewer ranks, or give more data")));
  }

  /** Rank r has the classes from place r·k on, in a circle. */
  private int[] holders(int place, int present, int ranks) {
    return IntStream.range(0, ranks)
        .filter(rank -> Math.floorMod(place - (long) rank * classes, present) < classes)
        .toArray();
  }

  private void check(int present, int ranks) {
    if (classes > present) {
      throw new DataException(
          "%s: the data has %d classes; give by-class(1) to by-class(%d)"
              .formatted(this, present, present));
    }
    if ((long) classes * ranks < present) {
      throw new DataException(
          "%s: %d ranks have %d of the %d classes, and nobody the others; give by-class(%d), or"
                  .formatted(this, ranks, classes * ranks, present, Math.ceilDiv(present, ranks))
              + " take %d ranks".formatted(Math.ceilDiv(present, classes)));
    }
  }

  @Override
  public String toString() {
    return "by-class(" + classes + ")";
  }
}
