package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.data.Dataset;
import io.weft.data.Position;
import io.weft.data.Prefetch;
import io.weft.data.Sharding;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The samples of a dataset, shuffled anew for each epoch, dealt out to ranks and read ahead. A step
 * takes the same samples on however many ranks, if their batches add up to the same.
 */
public final class DatasetFeed implements Feed, AutoCloseable {
  private static final int AHEAD = 2;

  /** One for each micro-step of a step. */
  private final List<Prefetch> parts;

  private final int samplesMost;

  private DatasetFeed(List<Prefetch> parts, int samplesMost) {
    this.parts = parts;
    this.samplesMost = samplesMost;
  }

  /**
   * This rank's share.
   *
   * @param batch how many samples a rank takes in a step, at least one
   * @param seed of the order, the same on all ranks
   */
  public static DatasetFeed of(Dataset data, int batch, long seed, Communicator communicator) {
    return of(data, batch, seed, communicator, 1);
  }

  /** The same with several micro-steps to a step, of a batch each. */
  public static DatasetFeed of(
      Dataset data, int batch, long seed, Communicator communicator, int microSteps) {
    var sharding = Sharding.of(data.samples(), communicator.ranks() * microSteps, batch, seed);
    int first = communicator.rank() * microSteps;
    return new DatasetFeed(
        IntStream.range(first, first + microSteps)
            .mapToObj(part -> new Prefetch(data, sharding, part, Position.START, AHEAD))
            .toList(),
        Math.multiplyExact(microSteps, batch));
  }

  @Override
  public int samplesMost() {
    return samplesMost;
  }

  @Override
  public Portion next(long step, int micro) {
    try {
      var next = parts.get(micro).next();
      return new Portion(next.batch(), next.weight());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for data", e);
    }
  }

  @Override
  public void close() {
    parts.forEach(Prefetch::close);
  }
}
