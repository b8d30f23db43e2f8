package io.weft.data;

import java.util.stream.LongStream;

/**
 * Each step of an epoch deals the next {@code ranks · batch} samples out in equal blocks. What is
 * left at the end is dealt out as evenly as it goes, as a last and smaller step; if that would
 * leave a rank without a sample, it is left out of this epoch.
 *
 * @param samples how many the data has
 * @param ranks among how many they are dealt out
 * @param batch how many a rank gets in one step
 * @param seed of the order
 */
record EvenSharding(long samples, int ranks, int batch, long seed) implements Sharding {
  EvenSharding {
    if (ranks < 1 || batch < 1) {
      throw new IllegalArgumentException(
          "ranks=%d, batch=%d: both must be at least 1".formatted(ranks, batch));
    }
    if (samples < ranks) {
      throw new IllegalArgumentException(
          "%d samples are not enough for %d ranks: give more data or take fewer ranks"
              .formatted(samples, ranks));
    }
  }

  @Override
  public long fingerprint() {
    return Mix.of(Mix.of(samples, ranks), Mix.of(batch, seed));
  }

  private long perStep() {
    return (long) ranks * batch;
  }

  @Override
  public long steps() {
    return samples / perStep() + (samples % perStep() >= ranks ? 1 : 0);
  }

  @Override
  public long total(long step) {
    if (step < 0 || step >= steps()) {
      throw new IllegalArgumentException(
          "step=%d: an epoch has the steps 0 to %d".formatted(step, steps() - 1));
    }
    return Math.min(perStep(), samples - step * perStep());
  }

  @Override
  public int size(int rank, long step) {
    long total = total(step);
    return (int) (total / ranks) + (rank < total % ranks ? 1 : 0);
  }

  @Override
  public double weight(int rank, long step, long among) {
    return (double) size(rank, step) / among;
  }

  @Override
  public double share(int rank) {
    return 1.0 / ranks;
  }

  @Override
  public long[] samplesOf(int rank, Position position) {
    long total = total(position.step());
    long first = position.step() * perStep();
    first += rank * (total / ranks) + Math.min(rank, total % ranks);
    var shuffle = new Shuffle(samples, Mix.of(seed, position.epoch()));
    return LongStream.range(first, first + size(rank, position.step())).map(shuffle::at).toArray();
  }

  @Override
  public long before(Position position) {
    return Math.min(position.step() * perStep(), samples);
  }

  @Override
  public Position at(long epoch, long before) {
    return before < samples ? Sharding.super.at(epoch, before) : new Position(epoch + 1, 0);
  }
}
