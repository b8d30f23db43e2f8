package io.weft.run;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.World;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Listener;
import io.weft.trainer.Report;
import io.weft.trainer.Reporting;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private final Material data;
  private final LongConsumer progress;

  /**
   * What came of it.
   *
   * @param loss the mean of the last tenth of the steps, in which all samples are new
   * @param wireBytes what rank 0 sent in a step
   * @param validation the figures of the last validation by name, the loss among them; empty where
   *     nothing was validated
   */
  public record Outcome(
      double loss, long wireBytes, double seconds, Map<String, Double> validation) {}

  /**
   * @param progress is told now and then how many steps are done
   */
  public ThreadedRun(TrainingJob job, Material data, int ranks, LongConsumer progress) {
    this.job = job;
    this.ranks = ranks;
    this.data = data;
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
    try (var model = job.open()) {
      var losses = new Losses(communicator);
      long steps = job.steps(data, ranks);
      var result =
          job.trainer(model, communicator, data)
              .reporting(new Reporting.Last(Math.max(1, steps / 10)))
              .listener(losses)
              .run();
      return losses.outcome(result);
    }
  }

  private static Map<String, Double> figures(Evaluation seen) {
    var figures = new LinkedHashMap<String, Double>();
    figures.put(Evaluation.LOSS, seen.loss());
    figures.putAll(seen.metrics());
    return figures;
  }

  /** What is seen of a run on one rank. */
  private final class Losses implements Listener {
    private final Communicator communicator;
    private double sum;
    private long counted;
    private long before;
    private long start;

    Losses(Communicator communicator) {
      this.communicator = communicator;
    }

    @Override
    public void began(Run run) {
      before = communicator.wireBytes();
      start = System.nanoTime();
    }

    @Override
    public void stepped(Run run) {
      long each = Math.max(1, run.steps().orElseThrow() / 20);
      if (communicator.rank() == 0 && run.step() % each == 0) {
        progress.accept(run.step());
      }
    }

    @Override
    public void reported(Run run, Report report) {
      sum += report.loss();
      counted++;
    }

    Outcome outcome(Result result) {
      long sent = communicator.wireBytes() - before;
      double seconds = (System.nanoTime() - start) / 1e9;
      var seen = result.validation().map(ThreadedRun::figures).orElse(Map.of());
      return new Outcome(sum / counted, sent / result.steps(), seconds, seen);
    }
  }
}
