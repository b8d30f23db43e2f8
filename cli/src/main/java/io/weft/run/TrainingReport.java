package io.weft.run;

import io.weft.cli.Output;
import io.weft.join.Rank;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.Traffic.Bytes;
import io.weft.report.Quantity;
import io.weft.trace.Span;
import io.weft.trainer.Ending;
import io.weft.trainer.Listener;
import io.weft.trainer.Report;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import io.weft.trainer.Saved;
import io.weft.training.RoundTimes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What people and programs are told of a run, by rank 0; its clock starts with the steps. */
final class TrainingReport implements Listener {
  private final Output output;
  private final TrainingJob job;
  private final Optional<Metrics> metrics;
  private final Rank rank;
  private final OptionalInt classes;
  private final PricedRun priced;
  private final Function<Model, Optional<String>> writing;
  private long steps;
  private long first;
  private long startNanos;
  private long reportedStep;
  private long reportedNanos;
  private Traffic startTraffic;

  /** Since the last step that was reported, and since the first. */
  private StepTimes latest = StepTimes.NONE;

  private StepTimes whole = StepTimes.NONE;

  /** As of the last step that was reported. */
  private double loss = Double.NaN;

  /** As of the first step that was reported. */
  private double firstLoss = Double.NaN;

  private long firstLossStep;

  private double speed;
  private double seconds;

  /** In the steps so far. */
  private Bytes inSteps = Bytes.NONE;

  /** The latest, if there is one. */
  private @Nullable Saved saved;

  /** Of the whole run; there at its end. */
  private @Nullable RunTraffic traffic;

  /**
   * @param classes of which the right one is learnt, if there are any
   * @param writing what a model writes, if it writes at all
   */
  TrainingReport(
      Output output,
      TrainingJob job,
      Optional<Metrics> metrics,
      Rank rank,
      OptionalInt classes,
      Function<Model, Optional<String>> writing) {
    this.output = output;
    this.job = job;
    this.metrics = metrics;
    this.rank = rank;
    this.classes = classes;
    this.priced = new PricedRun(job, rank.ranks());
    this.writing = writing;
    this.startTraffic = rank.traffic();
  }

  @Override
  public void began(Run run) {
    steps = run.steps().orElseThrow();
    first = run.first();
    if (first > 0) {
      metrics.ifPresent(file -> file.keepUntil(first)); // the curve goes on where it was
    }
    startNanos = System.nanoTime();
    reportedStep = first;
    reportedNanos = startNanos;
    startTraffic = rank.traffic();
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private double samplesPerSecond(long step) {
    return samples(step - first) / seconds();
  }

  private double samples(long count) {
    return (double) count * job.settings().microSteps() * job.batch() * rank.ranks();
  }

  /** Since the last report. */
  private double speedNow(long step) {
    long now = System.nanoTime();
    double samples = samples(step - reportedStep);
    double seconds = Math.max(1, now - reportedNanos) / 1e9;
    reportedStep = step;
    reportedNanos = now;
    return samples / seconds;
  }

  @Override
  public void timed(RoundTimes times) {
    latest = latest.plus(times);
    whole = whole.plus(times);
  }

  @Override
  public void reported(Run run, Report report) {
    long step = report.step();
    speed = samplesPerSecond(step);
    seconds = seconds();
    var sofar = rank.traffic().since(startTraffic);
    inSteps = sofar.of(Purpose.STEP);
    double rate = inSteps.sent() / 1e6 / seconds();
    loss = report.loss();
    if (Double.isNaN(firstLoss)) {
      firstLoss = loss;
      firstLossStep = step;
    }
    var times = latest;
    latest = StepTimes.NONE;
    if (rank.rank() != 0) {
      return;
    }
    output.progress(
        String.format(
            Locale.ROOT,
            TrainingRank.STEP
                + "%d of %d, loss %.3f, %.0f samples/s, %.1f MB/s sent by each rank%s",
            step,
            steps,
            loss,
            speed,
            rate,
            times.words()));
    var event =
        new TrainStepEvent(
            Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
            step,
            report.epoch(),
            Figure.known(loss),
            report.rate(),
            report.gradientNorm().isPresent() ? report.gradientNorm().getAsDouble() : null,
            speed,
            speedNow(step),
            inSteps.sent(),
            inSteps.received(),
            sofar.sent() - inSteps.sent(),
            times.exchangeMillis(),
            times.waitingMillis(),
            times.waitingMillisByRank(),
            times.exposedMillis(),
            times.hiddenPercent());
    output.event(event);
    metrics.ifPresent(file -> file.add(event));
  }

  @Override
  public void traced(List<Span> spans) {
    priced.take(spans);
  }

  @Override
  public void saved(Saved saved) {
    this.saved = saved;
  }

  /** Adds up what all ranks have sent and received. */
  @Override
  public void ending(Run run) {
    traffic = RunTraffic.gathered(rank, rank.traffic().since(startTraffic));
  }

  @Override
  public void ended(Run run, Result result) {
    steps = result.steps();
    if (rank.rank() == 0 && result.ending() != Ending.ASKED) {
      var counted = Objects.requireNonNull(traffic, "counted when it was ending");
      var event = event(counted, result, run.memory());
      output.table(new EndTable(event, job.strategy().brief(), priced.words(run)).table());
      output.table(counted.table());
      output.line(buckets(run.memory().plan()));
      run.forms().forEach(this::show);
      writing.apply(run.model()).ifPresent(this::show);
      output.event(event);
      metrics.ifPresent(file -> file.add(event));
    }
  }

  private EndEvent event(RunTraffic counted, Result result, ModelMemory memory) {
    return new EndEvent(
        job.strategy().canonical(),
        job.model(),
        rank.ranks(),
        steps,
        seconds,
        Figure.known(firstLoss),
        Double.isNaN(firstLoss) ? null : firstLossStep,
        Figure.known(loss),
        result.validation().map(seen -> EndEvent.Validated.of(seen, result.best())).orElse(null),
        classes.isPresent() ? classes.getAsInt() : null,
        speed,
        dense(memory.plan()),
        perStep(inSteps.sent()),
        perStep(inSteps.received()),
        perStep(counted.busiestCard().sent()),
        perStep(counted.busiestCard().received()),
        counted.byPurpose(),
        counted.byCard(),
        whole.exchangeMillis(),
        whole.waitingMillis(),
        whole.exposedMillis(),
        whole.hiddenPercent(),
        saved == null ? null : EndEvent.Checkpoints.of(saved),
        sha256(memory));
  }

  /** What each rank sends where all add up whole gradients in a ring. */
  private long dense(BucketPlan plan) {
    long bytes =
        plan.parameters().stream()
            .filter(Parameter::trained)
            .mapToLong(parameter -> parameter.count() * Float.BYTES)
            .sum();
    return 2 * bytes * (rank.ranks() - 1) / rank.ranks();
  }

  private long perStep(long bytes) {
    return bytes / (steps - first);
  }

  /** Those of the last step. */
  private static String buckets(BucketPlan plan) {
    int count = plan.buckets().size();
    long largest = IntStream.range(0, count).mapToLong(plan::bytesOf).max().orElse(0);
    return "%d %s, the largest of %s%s"
        .formatted(
            count,
            count == 1 ? "bucket" : "buckets",
            Quantity.bytes((double) largest),
            count == 1 ? ": its exchange can begin only when backward has ended" : "");
  }

  /** In what form gradients have travelled. */
  private void show(String form, int buckets) {
    output.line("%d %s: %s".formatted(buckets, buckets == 1 ? "bucket" : "buckets", form));
  }

  private void show(String text) {
    output.line("");
    output.line("The model writes:");
    output.line("");
    output.line(text.stripTrailing());
    output.event(new TrainSampleEvent(text));
  }

  /** Of all parameters, in their order. */
  private static String sha256(ModelMemory memory) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (int index = 0; index < memory.plan().parameters().size(); index++) {
        digest.update(memory.parameter(index).segment().asByteBuffer());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
