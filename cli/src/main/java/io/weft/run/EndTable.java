package io.weft.run;

import io.weft.cli.Table;
import io.weft.report.Quantity;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What came of training, for people: whether it has learnt, and what communication has cost.
 *
 * @param priced what a step would take on a slow network, if that is known
 */
record EndTable(EndEvent end, String strategy, Optional<String> priced) {
  private static final String NONE = "none that is finite";

  /** On any terminal. */
  Table table() {
    var table =
        Table.of(Table.left("what"), Table.left("this run"))
            .row("model", end.model())
            .row("strategy", strategy)
            .row("ranks", Integer.toString(end.world()))
            .row("steps", "%d in %s".formatted(end.steps(), Quantity.seconds(end.seconds())))
            .row("loss", loss());
    var validation = end.validation();
    if (validation != null) {
      show(validation, table);
    }
    table
        .row("samples/s", format("%.0f", end.samplesPerS()))
        .row("sent/step", sent())
        .row("received", format("%.2f MB", end.receivedBytesPerRankPerStep() / 1e6))
        .row("waiting", format("%.1f ms a step", end.waitingMs()))
        .row("exposed", format("%.1f ms a step", end.exposedMs()))
        .row("hidden", hidden());
    priced.ifPresent(words -> table.row("on 1 Gbit/s", words));
    return table;
  }

  /** The first that was reported, and the last. */
  private String loss() {
    var first = end.firstLoss();
    var step = end.firstLossStep();
    var last = end.loss() == null ? NONE : format("%.3f", end.loss());
    return first == null || step == null || step >= end.steps()
        ? last
        : format("%.3f after step %d, then %s", first, step, last);
  }

  private void show(EndEvent.Validated validation, Table table) {
    table.row(
        "validation loss", validation.loss() == null ? NONE : format("%.3f", validation.loss()));
    for (var each : validation.metrics()) {
      table.row(each.name(), each.words() + chance(each.name()));
    }
    if (validation.watched() != null && validation.best() != null) {
      table.row(
          "best " + validation.watched(),
          format("%.3f after step %d", validation.best(), validation.bestStep()));
    }
  }

  /** What somebody gets who has learnt nothing. */
  private String chance(String metric) {
    var classes = end.classes();
    if (classes == null) {
      return "";
    }
    return switch (metric) {
      case "accuracy" -> format("; chance gives %.3f", 1.0 / classes);
      case "perplexity" -> format("; chance gives %d", classes);
      default -> "";
    };
  }

  private String sent() {
    double dense = end.denseBytesPerRankPerStep();
    double sent = end.wireBytesPerRankPerStep();
    var words = format("%.2f MB", sent / 1e6);
    return dense == 0 ? words : words + format(", %.2f times a dense all-reduce", sent / dense);
  }

  private String hidden() {
    @Nullable Double percent = end.hiddenPercent();
    return Quantity.part(
        percent == null ? OptionalDouble.empty() : OptionalDouble.of(percent / 100));
  }

  @SuppressWarnings("AnnotateFormatMethod") // called with constants of this class
  private static String format(String form, @Nullable Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
