package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.run.Datasets;
import io.weft.run.Figure;
import io.weft.run.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how well a run has learnt. */
@Command(
    name = "evaluate",
    header = "Says how well a trained network does on data.",
    description = {
      "Compares what the network of a run gives for data with its labels. Data is understood as that"
          + " of the run was, and has the same columns, or images of the same size."
    },
    footer = {
      "  weft evaluate --data test.csv",
      "  weft evaluate --run runs/20260131-235959-mlp --data test.csv --metrics accuracy,f1"
    })
final class EvaluateCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private LearntRun run = new LearntRun();

  @Option(
      names = "--data",
      paramLabel = "PATH",
      required = true,
      description = "What to compare with, as for weft train.")
  private Path data = Path.of("");

  @Option(
      names = "--metrics",
      paramLabel = "NAMES",
      description = {
        "What to compute beside the loss: accuracy, top-5, perplexity, f1, mae, or none (default:",
        "perplexity of text, accuracy of classes, mae of numbers)."
      })
  private @Nullable String metrics;

  EvaluateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    try (var predictor = Predictor.open(run.path())) {
      var samples = Datasets.like(predictor.model(), Optional.of(predictor.form()), data);
      var seen = predictor.evaluate(samples, Optional.ofNullable(metrics));
      var figures = Figure.all(seen);
      var table = Table.of(Table.left("figure"), Table.right("value"));
      table.row("samples", Long.toString(seen.samples()));
      table.row("loss", new Figure("loss", Figure.known(seen.loss())).words());
      figures.forEach(figure -> table.row(figure.name(), figure.words()));
      output.table(table);
      output.event(
          new EvaluateEvent(predictor.model(), seen.samples(), Figure.known(seen.loss()), figures));
    }
    return ExitCode.OK.code();
  }
}
