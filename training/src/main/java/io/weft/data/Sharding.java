package io.weft.data;

/**
 * Which rank gets which samples in which step, and what they count. Every epoch is shuffled anew.
 */
public sealed interface Sharding permits EvenSharding, DealtSharding {
  /** All ranks get samples of all data, as many each. */
  static Sharding of(long samples, int ranks, int batch, long seed) {
    return new EvenSharding(samples, ranks, batch, seed);
  }

  /**
   * As a partition says.
   *
   * @param batch how many a rank gets in one step, at most
   * @param seed of the partition and of the order
   * @throws DataException if the partition is not for this data
   */
  static Sharding of(Partition partition, Dataset data, int ranks, int batch, long seed) {
    // Refuses too few samples of any kind.
    var even = new EvenSharding(data.samples(), ranks, batch, seed);
    return switch (partition) {
      case Partition.Even _ -> even;
      case Partition.ByLabel byLabel ->
          new DealtSharding(byLabel.deal(Labels.of(byLabel, data), ranks, seed), batch, seed);
    };
  }

  /** Of two that deal out the same samples alike it is the same. */
  long fingerprint();

  /** How many samples the data has. */
  long samples();

  /** Among how many ranks they are dealt out. */
  int ranks();

  /** How many samples a rank gets in one step, at most. */
  int batch();

  /** How many steps an epoch has. */
  long steps();

  /** How many samples a rank gets in a step of an epoch; at least one. */
  int size(int rank, long step);

  /** The numbers of the samples that a rank gets. */
  long[] samplesOf(int rank, Position position);

  /**
   * What the mean over a rank's samples in a step counts in the mean over a number of samples, of
   * which this step's are a part.
   *
   * @param among how many, of all ranks
   */
  double weight(int rank, long step, long among);

  /** What the mean over a rank's samples counts in the mean over those of all ranks. */
  default double weight(int rank, long step) {
    return weight(rank, step, total(step));
  }

  /** What the samples that a rank ever gets count among all; they add up to 1. */
  double share(int rank);

  /** How many samples all ranks together get in a step of an epoch. */
  long total(long step);

  /** How many samples of its epoch lie before a position, by ranks with whole batches. */
  default long before(Position position) {
    return position.step() * ranks() * batch();
  }

  /**
   * Where to go on after so many samples of an epoch, dealt out in whatever way: some fewer than a
   * step may come again.
   */
  default Position at(long epoch, long before) {
    long step = before / ((long) ranks() * batch());
    return step < steps() ? new Position(epoch, step) : new Position(epoch + 1, 0);
  }

  /** Where the step after this one is. */
  default Position after(Position position) {
    return position.step() + 1 < steps()
        ? new Position(position.epoch(), position.step() + 1)
        : new Position(position.epoch() + 1, 0);
  }
}
