package io.weft.run;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.World;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.data.Dataset;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.training.Training;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/**
 * A run whose ranks are threads of this process, to see what it comes to rather than how fast. They
 * exchange what ranks on different hosts would.
 */
public final class ThreadedRun {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final TrainingJob job;
  private final int ranks;
  private final Dataset data;
  private final Sample sample;
  private final LongConsumer progress;

  /**
   * What came of it.
   *
   * @param loss the mean of the last tenth of the steps, in which all samples are new
   * @param wireBytes what rank 0 sent in a step
   */
  public record Outcome(double loss, long wireBytes, double seconds) {}

  /**
   * @param progress is told now and then how many steps are done
   */
  public ThreadedRun(TrainingJob job, int ranks, LongConsumer progress) {
    this.job = job;
    this.ranks = ranks;
    this.sample = Models.sample(job.model());
    this.data = Datasets.of(sample, job);
    this.progress = progress;
  }

  /** Trains from the first step to the last. */
  public Outcome run() {
    var options = new Options(Topology.hosts(ranks, 1), ClusterCosts.TYPICAL, TIMEOUT);
    var outcome = new AtomicReference<Optional<Outcome>>(Optional.empty());
    World.spawn(
        options,
        ranks,
        communicator -> {
          var own = train(communicator);
          if (communicator.rank() == 0) {
            outcome.set(Optional.of(own));
          }
        });
    return outcome.get().orElseThrow();
  }

  private Outcome train(Communicator communicator) {
    var sharding = new Sharding(data.samples(), ranks, job.batch(), job.seed());
    int microSteps = job.settings().microSteps();
    long steps = job.steps(sharding.steps());
    int rank = communicator.rank();
    var model = Models.open(job.model(), job.seed());
    try (var feed = new TrainingData(data, sample, sharding, rank, microSteps, Position.START);
        var training = Training.open(model, communicator, job.settings(ranks), feed)) {
      if (job.skipNotFinite()) {
        training.skipNotFinite();
      }
      return train(training, communicator, steps);
    }
  }

  private Outcome train(Training training, Communicator communicator, long steps) {
    long counted = Math.max(1, steps / 10);
    long before = communicator.wireBytes();
    long start = System.nanoTime();
    double sum = 0;
    for (long step = 1; step <= steps; step++) {
      training.round(step < steps);
      if (step > steps - counted) {
        sum += training.loss();
      }
      if (communicator.rank() == 0 && step % Math.max(1, steps / 20) == 0) {
        progress.accept(step);
      }
    }
    long sent = communicator.wireBytes() - before;
    return new Outcome(sum / counted, sent / steps, (System.nanoTime() - start) / 1e9);
  }
}
