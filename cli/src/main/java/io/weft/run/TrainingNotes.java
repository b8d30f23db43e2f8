package io.weft.run;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Value;
import io.weft.trainer.Listener;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import io.weft.trainer.Saved;
import io.weft.training.Loaded;
import io.weft.tuning.BucketSearch;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Optional;

/** What people are told of a run beside its steps. */
public final class TrainingNotes implements Listener {
  /** The parameter of schedules that says how large a bucket may grow. */
  private static final String SIZE = "bucket";

  private final Output output;
  private final Strategy strategy;

  TrainingNotes(Output output, Strategy strategy) {
    this.output = output;
    this.strategy = strategy;
  }

  /** The strategy with buckets of that size; empty if its schedule has no such size. */
  public static Optional<Strategy> sizedBy(Strategy strategy, long bytes) {
    return strategy
        .term(Axis.SCHEDULE)
        .filter(term -> term.entry().parameter(SIZE) != null)
        .map(
            term -> {
              var terms = new EnumMap<Axis, Term>(strategy.terms());
              terms.put(Axis.SCHEDULE, term.with(SIZE, new Value.Size(bytes)));
              return new Strategy(terms);
            });
  }

  @Override
  public void resumed(String checkpoint) {
    output.note("going on from " + checkpoint);
  }

  @Override
  public void loaded(Loaded loaded) {
    output.note("beginning with weights for " + loaded.sentence());
  }

  @Override
  public void warned(String sentence) {
    output.note("warning: " + sentence);
  }

  @Override
  public void ended(Run run, Result result) {
    if (run.stoodStill().isPositive()) {
      output.line(
          String.format(
              Locale.ROOT,
              "training stood still for checkpoints for %.2f s",
              run.stoodStill().toNanos() / 1e9));
    }
  }

  @Override
  public void saved(Saved saved) {
    saved
        .next()
        .ifPresent(
            next ->
                output.note(
                    "warning: checkpoints have cost %s so far: from now on one comes every %s"
                        .formatted(cost(saved), brief(next))));
  }

  /** As in {@code 1.2 s, 0.4 % of the time}. */
  static String cost(Saved saved) {
    return String.format(
        Locale.ROOT,
        "%.1f s, %.1f %% of the time",
        saved.cost().toNanos() / 1e9,
        100 * saved.share());
  }

  /** As it may be given to {@code --checkpoint-every}. */
  private static String brief(Duration time) {
    long micros = time.toNanos() / 1000;
    if (micros % 1000 != 0) {
      return micros + "us";
    }
    return time.toSeconds() == 0 || time.toMillis() % 1000 != 0
        ? time.toMillis() + "ms"
        : time.toSeconds() % 60 == 0 ? time.toMinutes() + "m" : time.toSeconds() + "s";
  }

  @Override
  public void tuned(BucketSearch search) {
    var table = Table.of(Table.right("bucket"), Table.right("step ms"), Table.left(""));
    for (var trial : search.trials()) {
      boolean best = trial.equals(search.best());
      table.row(
          String.format(Locale.ROOT, "%.1f MB", trial.bucketBytes() / (double) (1 << 20)),
          String.format(Locale.ROOT, "%.2f", trial.seconds() * 1e3),
          best ? "chosen" : "");
      output.event(
          new TrainTrialEvent(
              trial.bucketBytes(), trial.seconds() * 1e3, line(trial.bucketBytes()), best));
    }
    output.table(table);
    output.line(
        "the same buckets from the first step on: --strategy \"%s\""
            .formatted(line(search.best().bucketBytes())));
  }

  private String line(long bytes) {
    return sizedBy(strategy, bytes).orElse(strategy).brief();
  }
}
