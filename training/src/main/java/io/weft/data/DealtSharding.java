package io.weft.data;

import java.util.stream.LongStream;

/**
 * Every rank has samples of its own, which are not those of others, and not as many. It goes
 * through them in batches that are as equal as can be; an epoch lasts until the rank with the most
 * is through, and others begin theirs again, in another order.
 *
 * <p>A rank counts by how many samples it has, not by how often it sees them, so that what is
 * learnt is the mean over all data, whichever rank has which: weights as in McMahan et al., 2017,
 * algorithm 1.
 *
 * @param batch how many a rank gets in one step, at most
 * @param seed of the order
 */
record DealtSharding(Deal deal, int batch, long seed) implements Sharding {
  @Override
  public long fingerprint() {
    return Mix.of(deal.fingerprint(), Mix.of(batch, seed));
  }

  @Override
  public long samples() {
    return deal.samples();
  }

  @Override
  public int ranks() {
    return deal.ranks();
  }

  @Override
  public long steps() {
    return LongStream.range(0, ranks()).map(rank -> batches((int) rank)).max().orElseThrow();
  }

  /** In how many steps a rank is through with what it has. */
  private long batches(int rank) {
    return Math.ceilDiv(deal.count(rank), batch);
  }

  @Override
  public int size(int rank, long step) {
    long which = step % batches(rank);
    int even = (int) (deal.count(rank) / batches(rank));
    return even + (which < deal.count(rank) % batches(rank) ? 1 : 0);
  }

  @Override
  public double share(int rank) {
    return (double) deal.count(rank) / samples();
  }

  @Override
  public double weight(int rank, long step, long among) {
    return share(rank) * total(step) / among;
  }

  @Override
  public long total(long step) {
    return LongStream.range(0, ranks()).map(rank -> size((int) rank, step)).sum();
  }

  @Override
  public long[] samplesOf(int rank, Position position) {
    int count = deal.count(rank);
    long batches = batches(rank);
    long which = position.step() % batches;
    long first = which * (count / batches) + Math.min(which, count % batches);
    long turn = Mix.of(Mix.of(seed, position.epoch()), position.step() / batches);
    var shuffle = new Shuffle(count, Mix.of(turn, rank));
    return LongStream.range(first, first + size(rank, position.step()))
        .map(shuffle::at)
        .map(at -> deal.sample(rank, (int) at))
        .toArray();
  }
}
