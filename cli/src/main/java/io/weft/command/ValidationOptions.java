package io.weft.command;

import io.weft.data.HoldOut;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.run.Validating;
import io.weft.run.Validating.Slowing;
import io.weft.trainer.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say with what a run is validated, and what follows from that. */
final class ValidationOptions {
  /** What is held out where nothing is. */
  static final String NOTHING = "0";

  private static final Pattern EVERY = Pattern.compile("(\\d{1,9})( ?epochs?)?");
  private static final Pattern SLOWING = Pattern.compile("(\\d{1,9}):(.+)");

  @Option(
      names = "--validation",
      paramLabel = "PATH",
      description = {
        "Data to look at without learning from it, as for --data (default: what --hold-out says)."
      })
  private @Nullable Path data;

  @Option(
      names = "--hold-out",
      paramLabel = "HOW",
      description = {
        "How much of the data is not learnt from, but looked at: a share as in 0.2, a number of",
        "samples as in 500, both, or 0; the seed draws them (default: 0.1,256)."
      })
  private @Nullable String heldOut;

  @Option(
      names = "--validate-every",
      paramLabel = "WHEN",
      description = {
        "After how many steps to look at them, as in 100, or epochs, as in 1epoch, and always at the",
        "end (default: four times in --steps, or after each of --epochs)."
      })
  private @Nullable String every;

  @Option(
      names = "--metrics",
      paramLabel = "NAMES",
      description = {
        "What to compute of them beside the loss: accuracy, top-5, perplexity, f1, mae, or none",
        "(default: perplexity of text, accuracy of classes, mae of numbers)."
      })
  private @Nullable String metrics;

  @Option(
      names = "--watch",
      paramLabel = "NAME",
      description = "By which of them, or loss, validations are compared (default: loss).")
  private @Nullable String watched;

  @Option(
      names = "--keep-best",
      description = "Keep a checkpoint of the best validation, in best in the folder of the run.")
  private boolean keepsBest;

  @Option(
      names = "--stop-after",
      paramLabel = "N",
      description = "End training after so many validations without a better one.")
  private @Nullable Integer stopAfter;

  @Option(
      names = "--slow-after",
      paramLabel = "N:F",
      description = {
        "Multiply the rate by F after every N validations without a better one, as in 2:0.1."
      })
  private @Nullable String slowAfter;

  /** What is held out of the data of a model unless somebody says otherwise. */
  String usual(String model) {
    boolean none = data != null || model.equals(SimulatedModel.NAME);
    return none ? NOTHING : HoldOut.USUAL.toString();
  }

  /**
   * What they describe; refuses what is impossible.
   *
   * @param usual what is held out unless somebody says otherwise
   * @param saves whether there is a folder for checkpoints
   */
  Optional<Validating> validating(String model, String usual, boolean saves) {
    var held = held(usual);
    if (data != null && held.isPresent()) {
      throw new IllegalArgumentException(
          "--validation %s and --hold-out %s: give one of them".formatted(data, heldOut));
    }
    if (model.equals(SimulatedModel.NAME) && (data != null || held.isPresent())) {
      throw new IllegalArgumentException(
          "model sim only waits, and there is nothing to validate: leave out %s"
              .formatted(data == null ? "--hold-out" : "--validation"));
    }
    if (keepsBest && !saves) {
      throw new IllegalArgumentException(
          "--keep-best writes to the folder of the run: leave out --no-run-dir");
    }
    if (data == null && held.isEmpty()) {
      refuseWhatFollows();
      return Optional.empty();
    }
    return Optional.of(
        new Validating(
            Optional.ofNullable(data),
            held.orElse(HoldOut.USUAL),
            Optional.ofNullable(every).map(ValidationOptions::interval),
            Optional.ofNullable(metrics),
            Optional.ofNullable(watched),
            keepsBest,
            stopAfter == null ? OptionalInt.empty() : OptionalInt.of(stopping(stopAfter)),
            Optional.ofNullable(slowAfter).map(ValidationOptions::slowing)));
  }

  /** What is held out of the data; nothing where other data is given. */
  Optional<HoldOut> held(String usual) {
    if (data != null && heldOut == null) {
      return Optional.empty();
    }
    try {
      return HoldOut.parse(heldOut == null ? usual : heldOut);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--hold-out: " + e.getMessage(), e);
    }
  }

  /** Without samples to look at nothing can follow from them. */
  private void refuseWhatFollows() {
    var said = new ArrayList<String>();
    add(said, every != null, "--validate-every");
    add(said, metrics != null, "--metrics");
    add(said, watched != null, "--watch");
    add(said, keepsBest, "--keep-best");
    add(said, stopAfter != null, "--stop-after");
    add(said, slowAfter != null, "--slow-after");
    if (!said.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: nothing is validated; give --validation FILE, or --hold-out 0.1"
              .formatted(said.getFirst()));
    }
  }

  private static void add(List<String> said, boolean isSaid, String name) {
    if (isSaid) {
      said.add(name);
    }
  }

  private static Interval interval(String text) {
    var found = EVERY.matcher(text);
    if (found.matches() && Long.parseLong(found.group(1)) >= 1) {
      long count = Long.parseLong(found.group(1));
      return found.group(2) == null ? Interval.steps(count) : Interval.epochs(count);
    }
    throw new IllegalArgumentException(
        "--validate-every %s: give a number of steps, as in 100, or of epochs, as in 1epoch"
            .formatted(text));
  }

  private static int stopping(int validations) {
    if (validations < 1) {
      throw new IllegalArgumentException(
          "--stop-after %d: give at least 1 validation".formatted(validations));
    }
    return validations;
  }

  private static Slowing slowing(String text) {
    var found = SLOWING.matcher(text);
    try {
      if (found.matches()) {
        int validations = Integer.parseInt(found.group(1));
        double factor = Double.parseDouble(found.group(2));
        if (validations >= 1 && factor > 0 && factor < 1) {
          return new Slowing(validations, factor);
        }
      }
    } catch (NumberFormatException _) {
      // Refused below, as what is out of range.
    }
    throw new IllegalArgumentException(
        "--slow-after %s: give a number of validations, and a factor above 0 and below 1, as in %s"
            .formatted(text, "2:0.1"));
  }
}
