package io.weft.run;

import io.weft.cli.JsonEvent;
import io.weft.cli.Table;
import io.weft.report.Quantity;
import io.weft.trainer.Best;
import io.weft.trainer.Evaluation;
import io.weft.trainer.Saved;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What came of training. */
record EndEvent(
    String strategy,
    String model,
    int world,
    long steps,
    @Nullable Double loss,
    @Nullable Validated validation,
    double samplesPerS,
    long wireBytesPerRankPerStep,
    long receivedBytesPerRankPerStep,
    long cardSentBytesPerStep,
    long cardReceivedBytesPerStep,
    List<RunTraffic.OfPurpose> bytes,
    List<RunTraffic.OfCard> cards,
    double exchangeMs,
    double waitingMs,
    double exposedMs,
    @Nullable Double hiddenPercent,
    @Nullable Checkpoints checkpoints,
    String weightsSha256)
    implements JsonEvent {
  private static final int SHA_SHOWN = 12;

  /** What the last validation gave, and the best of all. */
  record Validated(
      @Nullable Double loss,
      List<Figure> metrics,
      @Nullable String watched,
      @Nullable Double best,
      @Nullable Long bestStep) {
    static Validated of(Evaluation seen, Optional<Best> best) {
      return new Validated(
          Figure.known(seen.loss()),
          Figure.all(seen),
          best.map(Best::figure).orElse(null),
          best.map(Best::value).orElse(null),
          best.map(Best::step).orElse(null));
    }

    private void show(Table table) {
      table.row("validation loss", loss == null ? "none that is finite" : format("%.3f", loss));
      for (var each : metrics) {
        table.row(each.name(), each.words());
      }
      if (watched != null && best != null) {
        table.row("best " + watched, format("%.3f", best) + " after step " + bestStep);
      }
    }
  }

  /** How many were taken, and how long training has stood still for them. */
  record Checkpoints(int count, double seconds, double percent) {
    static Checkpoints of(Saved saved) {
      return new Checkpoints(saved.count(), saved.cost().toNanos() / 1e9, 100 * saved.share());
    }
  }

  /**
   * The same for people, on any terminal.
   *
   * @param brief the strategy, in short
   */
  Table table(String brief) {
    var table =
        Table.of(Table.left("what"), Table.left("this run"))
            .row("model", model)
            .row("strategy", brief)
            .row("ranks", Integer.toString(world))
            .row("steps", Long.toString(steps))
            .row("loss", loss == null ? "none that is finite" : format("%.3f", loss));
    if (validation != null) {
      validation.show(table);
    }
    return table
        .row("samples/s", format("%.0f", samplesPerS))
        .row("sent/step", format("%.2f MB", wireBytesPerRankPerStep / 1e6))
        .row("received", format("%.2f MB", receivedBytesPerRankPerStep / 1e6))
        .row("waiting", format("%.1f ms", waitingMs))
        .row("exposed", format("%.1f ms", exposedMs))
        .row("hidden", Quantity.part(hidden()))
        .row("weights", weightsSha256.substring(0, SHA_SHOWN));
  }

  private OptionalDouble hidden() {
    return hiddenPercent == null ? OptionalDouble.empty() : OptionalDouble.of(hiddenPercent / 100);
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
