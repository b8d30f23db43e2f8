package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.cluster.Cluster;
import io.weft.validation.own.Choice;
import io.weft.validation.own.OwnComparison;
import io.weft.validation.own.OwnFile;
import io.weft.validation.own.OwnMatrix;
import io.weft.zoo.Profile;
import io.weft.zoo.ProfileFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Predictions of our own runs, and what runs say about them. */
final class ValidateOwn {
  private static final String KEPT = "lab/ourselves";

  private final Output output;

  ValidateOwn(Output output) {
    this.output = output;
  }

  /** What a project keeps of its own runs; empty if it keeps none. */
  static Optional<OwnComparison> kept(Optional<Path> project) throws IOException {
    var folder = project.map(root -> root.resolve(KEPT));
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    var predicted = folder.get().resolve("predicted.csv");
    var measured = folder.get().resolve("measured.csv");
    return Files.isRegularFile(predicted) && Files.isRegularFile(measured)
        ? Optional.of(new OwnComparison(OwnFile.read(predicted), OwnFile.read(measured)))
        : Optional.empty();
  }

  void reportMissing() {
    output.line("");
    output.line(
        "our own runs are not compared: there are no %s/predicted.csv and measured.csv"
            .formatted(KEPT));
  }

  void predict(List<String> clusters, List<Path> models, Path file) throws IOException {
    if (clusters.isEmpty() || models.isEmpty()) {
      throw new IllegalArgumentException(
          "--predict needs --cluster and --model at least once each: what runs, and where");
    }
    var places = new ArrayList<Cluster>();
    for (var cluster : clusters) {
      places.add(ClusterName.parse(cluster));
    }
    var profiles = new ArrayList<Profile>();
    for (var model : models) {
      if (!Files.isRegularFile(model)) {
        throw new IllegalArgumentException(
            "there is no file '%s': write it by weft profile".formatted(model));
      }
      profiles.add(ProfileFile.read(model));
    }
    var steps = OwnMatrix.predictions(places, profiles);
    OwnFile.write(steps, file);
    output.line("%d runs predicted in %s".formatted(steps.size(), file));
    output.event(new ValidatePredictionsEvent(steps.size(), file.toString()));
  }

  void report(OwnComparison comparison) {
    var table =
        Table.of(
            Table.left("model"),
            Table.left("network"),
            Table.right("ranks"),
            Table.left("chosen"),
            Table.left("fastest"),
            Table.right("longer by"),
            Table.right("repetitions apart"),
            Table.left("result"));
    for (var choice : comparison.choices()) {
      table.row(
          choice.setting().model(),
          choice.setting().network(),
          Integer.toString(choice.setting().ranks()),
          choice.chosen(),
          choice.best(),
          percent(choice.excessPercent()),
          percent(choice.spreadPercent()),
          choice.verdict());
      output.event(ValidateChoiceEvent.of(choice));
    }
    output.line("");
    output.table(table);
    output.line("");
    output.line(
        "A choice may be %.0f %% slower than the fastest; at least half must be judged: %s"
            .formatted(Choice.LIMIT_PERCENT, comparison.isJudged() ? "pass" : "FAIL"));
    var order = comparison.order();
    output.line("");
    output.line(
        ("%d of %d pairs that differ for certain are predicted the other way round, and at least 8"
                + " are needed: %s")
            .formatted(order.inverted().size(), order.pairs(), order.pass() ? "pass" : "FAIL"));
    order.inverted().forEach(it -> output.line("  " + it));
    output.event(new ValidateOrderEvent(order.pairs(), order.inverted(), order.pass()));
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f %%", value);
  }
}
