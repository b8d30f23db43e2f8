package io.weft.data;

import java.util.stream.LongStream;

/**
 * Which rank gets which samples: every epoch is shuffled anew, and each of its steps deals the next
 * {@code ranks · batch} samples out in equal blocks. What is left at the end is dealt out as evenly
 * as it goes, as a last and smaller step; if that would leave a rank without a sample, it is left
 * out of this epoch.
 *
 * @param samples how many the data has
 * @param ranks among how many they are dealt out
 * @param batch how many a rank gets in one step
 * @param seed of the order
 */
public record Sharding(long samples, int ranks, int batch, long seed) {
  public Sharding {
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

  private long perStep() {
    return (long) ranks * batch;
  }

  /** How many steps an epoch has. */
  public long steps() {
    return samples / perStep() + (samples % perStep() >= ranks ? 1 : 0);
  }

  /** How many samples all ranks together get in a step of an epoch. */
  public int total(long step) {
    if (step < 0 || step >= steps()) {
      throw new IllegalArgumentException(
          "step=%d: an epoch has the steps 0 to %d".formatted(step, steps() - 1));
    }
    return (int) Math.min(perStep(), samples - step * perStep());
  }

  /** How many samples a rank gets in a step of an epoch. */
  public int size(int rank, long step) {
    int total = total(step);
    return total / ranks + (rank < total % ranks ? 1 : 0);
  }

  /** What the mean over a rank's samples counts in the mean over those of all ranks. */
  public double weight(int rank, long step) {
    return (double) size(rank, step) / total(step);
  }

  /** The numbers of the samples that a rank gets. */
  public long[] samplesOf(int rank, Position position) {
    int total = total(position.step());
    long first = position.step() * perStep();
    first += (long) rank * (total / ranks) + Math.min(rank, total % ranks);
    var shuffle = new Shuffle(samples, Mix.of(seed, position.epoch()));
    return LongStream.range(first, first + size(rank, position.step())).map(shuffle::at).toArray();
  }

  /** How many samples of its epoch lie before a position. */
  public long before(Position position) {
    return Math.min(position.step() * perStep(), samples);
  }

  /**
   * Where to go on after so many samples of an epoch, dealt out in whatever way: some fewer than a
   * step may come again.
   */
  public Position at(long epoch, long before) {
    long step = before / perStep();
    return step < steps() && before < samples
        ? new Position(epoch, step)
        : new Position(epoch + 1, 0);
  }

  /** Where the step after this one is. */
  public Position after(Position position) {
    return position.step() + 1 < steps()
        ? new Position(position.epoch(), position.step() + 1)
        : new Position(position.epoch() + 1, 0);
  }
}
