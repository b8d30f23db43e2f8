package io.weft.trainer;

import io.weft.data.Dataset;
import io.weft.data.Position;
import io.weft.data.Prefetch;
import io.weft.data.Sharding;
import io.weft.training.Feed;

/** The batches of one rank from a position on, epoch after epoch. */
final class EpochFeed implements Feed, AutoCloseable {
  private static final int AHEAD = 2;

  private final Sharding sharding;
  private final int rank;
  private final int microSteps;
  private final Prefetch batches;
  private Position position;

  /** How many samples all ranks together have in the step under way. */
  private long stepSamples;

  EpochFeed(Dataset data, Sharding sharding, int rank, int microSteps, Position from) {
    this.sharding = sharding;
    this.rank = rank;
    this.microSteps = microSteps;
    this.position = from;
    this.batches = new Prefetch(data, sharding, rank, from, AHEAD);
  }

  /** Of the next batch that nobody has taken. */
  Position position() {
    return position;
  }

  /** What the next step takes. */
  Stride stride(long step) {
    var at = position;
    for (int micro = 0; micro < microSteps; micro++) {
      at = sharding.after(at);
    }
    return new Stride(step, position, at);
  }

  @Override
  public Portion next(long step, int micro) {
    if (micro == 0) {
      stepSamples = samplesAhead();
    }
    try {
      var next = batches.next();
      position = sharding.after(next.position());
      double weight = sharding.weight(rank, next.position().step(), stepSamples);
      return new Portion(next.batch(), weight);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for data", e);
    }
  }

  @Override
  public double share(int ranks) {
    return sharding.share(rank);
  }

  @Override
  public int samplesMost() {
    return Math.multiplyExact(microSteps, sharding.batch());
  }

  /** Of all ranks in the next micro-steps, which at the end of an epoch are not alike. */
  private long samplesAhead() {
    long samples = 0;
    var at = position;
    for (int micro = 0; micro < microSteps; micro++) {
      samples += sharding.total(at.step());
      at = sharding.after(at);
    }
    return samples;
  }

  @Override
  public void close() {
    batches.close();
  }
}
