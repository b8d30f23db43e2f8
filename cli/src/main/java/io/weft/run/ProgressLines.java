package io.weft.run;

import io.weft.cli.Output;
import io.weft.join.Rank;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.progress.RemainingTime;
import io.weft.progress.RunProgress;
import io.weft.progress.RunProgress.StepSplit;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Listener;
import io.weft.trainer.Report;
import io.weft.trainer.Run;
import io.weft.training.RoundTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Tells the launcher of this rank about once a second how far the run is. */
final class ProgressLines implements Listener {
  private static final long NANOS_LEAST = Duration.ofSeconds(1).toNanos();

  private final Output output;
  private Optional<Rank> rank = Optional.empty();
  private RunProgress now = RunProgress.awaiting("the ranks to start");
  private final RemainingTime remaining = new RemainingTime();
  private StepTimes latest = StepTimes.NONE;
  private long startNanos;
  private long saidNanos;
  private long reportedNanos;
  private long reportedStep;
  private Traffic traffic = new Traffic(Map.of(), List.of());

  private ProgressLines(Output output) {
    this.output = output;
  }

  /** For rank 0 of a launcher that wants it. */
  static Optional<ProgressLines> wanted(Map<String, String> environment, int rank, Output output) {
    return rank == 0 && environment.containsKey(RunProgress.VARIABLE)
        ? Optional.of(new ProgressLines(output))
        : Optional.empty();
  }

  /** What follows takes a while. */
  void awaits(String what) {
    say(RunProgress.awaiting(what));
  }

  /** Ranks have met. */
  void joined(Rank rank) {
    this.rank = Optional.of(rank);
  }

  private void say(RunProgress progress) {
    output.relayError(progress.line());
    saidNanos = System.nanoTime();
  }

  @Override
  public void began(Run run) {
    startNanos = System.nanoTime();
    reportedNanos = startNanos;
    reportedStep = run.first();
    traffic = rank.map(Rank::traffic).orElse(traffic);
    now =
        new RunProgress(
            "the first step",
            0,
            Double.NaN,
            run.first(),
            run.first(),
            run.steps().orElse(0),
            Double.NaN,
            0,
            "",
            StepSplit.NONE);
    remaining.add(0, run.first());
    say(now);
  }

  @Override
  public void stepped(Run run) {
    double time = seconds();
    remaining.add(time, run.step());
    now = now.at(time, remaining.seconds(now.steps()).orElse(Double.NaN), run.step());
    if (System.nanoTime() - saidNanos >= NANOS_LEAST || run.step() == run.first() + 1) {
      say(now);
    }
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  @Override
  public void timed(RoundTimes times) {
    latest = latest.plus(times);
  }

  @Override
  public void reported(Run run, Report report) {
    now = now.learnt(report.loss(), report.rate()).with(split(report.step()));
    say(now);
    latest = StepTimes.NONE;
  }

  /** Since the last report. */
  private StepSplit split(long step) {
    long time = System.nanoTime();
    var sofar = rank.map(Rank::traffic).orElse(traffic);
    double seconds = Math.max(1, time - reportedNanos) / 1e9;
    double sent = sofar.since(traffic).of(Purpose.STEP).sent();
    var split =
        new StepSplit(
            1e3 * seconds / Math.max(1, step - reportedStep),
            Math.max(0, latest.exchangeMillis() - latest.waitingMillis() - latest.exposedMillis()),
            latest.exposedMillis(),
            latest.waitingMillis(),
            slowest(),
            sent / 1e6 / seconds);
    reportedNanos = time;
    reportedStep = step;
    traffic = sofar;
    return split;
  }

  /** The rank that waits least is the one for which the others wait. */
  private int slowest() {
    var waits = latest.waitingMillisByRank();
    int slowest = -1;
    for (int rank = 0; rank < waits.size(); rank++) {
      slowest = slowest < 0 || waits.get(rank) < waits.get(slowest) ? rank : slowest;
    }
    return waits.size() > 1 ? slowest : -1;
  }

  @Override
  public void validated(Run run, Evaluation evaluation, boolean best) {
    var figures = new ArrayList<String>();
    figures.add(String.format(Locale.ROOT, "%.3f", evaluation.loss()));
    evaluation
        .metrics()
        .forEach((name, value) -> figures.add(String.format(Locale.ROOT, "%s %.3f", name, value)));
    now = now.validated(String.join(", ", figures));
    say(now);
  }

  @Override
  public void ending(Run run) {
    awaits("the last checkpoint");
  }
}
