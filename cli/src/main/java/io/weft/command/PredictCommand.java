package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.command.PredictEvent.ClassProbability;
import io.weft.data.Dataset;
import io.weft.data.form.ImageForm;
import io.weft.data.form.TableForm;
import io.weft.data.form.TextForm;
import io.weft.data.table.CsvOutput;
import io.weft.data.table.TableData;
import io.weft.run.Datasets;
import io.weft.run.Predictor;
import io.weft.run.Predictor.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts to work what a run has learnt. */
@Command(
    name = "predict",
    header = "Lets a trained network predict.",
    description = {
      "Takes a table in a .csv file, and gives its lines with what the network predicts: the class"
          + " and the probability of each, or a number. Of images it says the class of each; a"
          + " language model goes on with a text."
    },
    footer = {
      "  weft predict --data new.csv --output predicted.csv",
      "  weft predict --run runs/20260131-235959-vgg-nano --data pictures/",
      "  weft predict --prompt 'public class '"
    })
final class PredictCommand implements Callable<Integer> {
  private static final int BYTES_MOST = 1 << 20;

  private final Output output;

  @Mixin private LearntRun run = new LearntRun();

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "A table with the columns of the run's, an image, or a folder of images.")
  private @Nullable Path data;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write the lines (default: standard output).")
  private @Nullable Path file;

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description = "What a language model goes on with (default: what its data begins with).")
  private @Nullable String prompt;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "200",
      description = "How much it writes (default: ${DEFAULT-VALUE}).")
  private int bytes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of what it writes (default: ${DEFAULT-VALUE}).")
  private long seed;

  PredictCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (data != null && prompt != null) {
      throw new IllegalArgumentException("--data and --prompt: give one of them");
    }
    if (bytes < 1 || bytes > BYTES_MOST) {
      throw new IllegalArgumentException("--bytes %d: give 1 to %d".formatted(bytes, BYTES_MOST));
    }
    try (var predictor = Predictor.open(run.path())) {
      if (prompt != null || (data == null && predictor.form() instanceof TextForm)) {
        write(predictor);
      } else if (data == null) {
        throw new IllegalArgumentException(
            "%s has learnt %s: give --data PATH"
                .formatted(predictor.checkpoint(), predictor.model()));
      } else {
        predict(predictor, data);
      }
    }
    return ExitCode.OK.code();
  }

  private void write(Predictor predictor) throws IOException {
    var text = predictor.write(Optional.ofNullable(prompt), bytes, seed);
    put(List.of(text));
    output.event(new PredictTextEvent(text));
  }

  private void predict(Predictor predictor, Path path) throws IOException {
    var lines = new ArrayList<String>();
    switch (predictor.form()) {
      case TableForm form -> {
        var table = Datasets.unlabelled(form, path);
        var predictions = predictor.predict(TableData.of(table, form));
        lines.add(CsvOutput.line(heading(table.names(), form.target().name(), form.classNames())));
        CsvOutput.lines(
            table, (row, cells) -> lines.add(line(cells, predictions.get(row.intValue()))));
        say(predictions, form.classNames(), row -> "row " + (row + 1));
      }
      case ImageForm form -> {
        var images = Datasets.unlabelled(form, path);
        Dataset samples = Datasets.fitted(predictor.model(), path, images);
        var predictions = predictor.predict(samples);
        lines.add(CsvOutput.line(heading(List.of("file"), "class", form.classNames())));
        for (int at = 0; at < predictions.size(); at++) {
          var cells = new ArrayList<>(List.of(images.path(at).toString()));
          lines.add(line(cells, predictions.get(at)));
        }
        say(predictions, form.classNames(), at -> images.path(at).toString());
      }
      case TextForm _ ->
          throw new IllegalArgumentException(
              "%s has learnt to write: give --prompt TEXT".formatted(predictor.checkpoint()));
    }
    put(lines);
  }

  private static List<String> heading(List<String> own, String target, List<String> classes) {
    var heading = new ArrayList<>(own);
    heading.add("predicted " + target);
    classes.forEach(name -> heading.add("probability of " + name));
    return heading;
  }

  private static String line(List<String> cells, Prediction prediction) {
    cells.add(prediction.label());
    prediction
        .probabilities()
        .forEach(share -> cells.add(String.format(Locale.ROOT, "%.4f", share)));
    return CsvOutput.line(cells);
  }

  /** What a row is called. */
  @FunctionalInterface
  private interface Naming {
    String of(int row);
  }

  private void say(List<Prediction> predictions, List<String> classes, Naming naming) {
    if (!output.json()) {
      return;
    }
    for (int row = 0; row < predictions.size(); row++) {
      var shares = predictions.get(row).probabilities();
      var probabilities = new ArrayList<ClassProbability>();
      for (int at = 0; at < shares.size(); at++) {
        probabilities.add(new ClassProbability(classes.get(at), shares.get(at)));
      }
      output.event(new PredictEvent(naming.of(row), predictions.get(row).label(), probabilities));
    }
  }

  private void put(List<String> lines) throws IOException {
    if (file == null) {
      lines.forEach(output::line);
      return;
    }
    Files.write(file, lines);
    output.note("%d lines are in %s".formatted(lines.size(), file));
  }
}
