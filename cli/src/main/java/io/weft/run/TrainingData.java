package io.weft.run;

import io.weft.data.Dataset;
import io.weft.data.Position;
import io.weft.data.Prefetch;
import io.weft.data.Sharding;
import io.weft.engine.Sample;
import io.weft.model.Batch;
import io.weft.training.Feed;
import java.util.List;

/** The batches of one rank from a position on, in the shape that the model takes. */
final class TrainingData implements Feed, AutoCloseable {
  private static final int AHEAD = 2;

  private final Sharding sharding;
  private final int microSteps;
  private final List<Long> inputShape;
  private final Prefetch batches;
  private Position position;

  /** How many samples all ranks together have in the step under way. */
  private long stepSamples;

  TrainingData(
      Dataset data, Sample sample, Sharding sharding, int rank, int microSteps, Position from) {
    this.sharding = sharding;
    this.microSteps = microSteps;
    this.inputShape = inputShape(sample);
    this.position = from;
    this.batches = new Prefetch(data, sharding, rank, from, AHEAD);
  }

  private static List<Long> inputShape(Sample sample) {
    return switch (sample) {
      case Sample.Tokens(var context, _) -> List.of((long) context);
      case Sample.Features(var shape, _) -> shape;
    };
  }

  /** Of the next batch that nobody has taken. */
  Position position() {
    return position;
  }

  @Override
  public Portion next(long step, int micro) {
    if (micro == 0) {
      stepSamples = samplesAhead();
    }
    try {
      var next = batches.next();
      position = sharding.after(next.position());
      var batch = next.batch();
      return new Portion(
          new Batch(batch.inputs(), inputShape, batch.labels(), batch.samples()),
          (double) batch.samples() / stepSamples);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for data", e);
    }
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
