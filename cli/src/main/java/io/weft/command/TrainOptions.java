package io.weft.command;

import io.weft.cli.DurationOption;
import io.weft.data.Partition;
import io.weft.engine.zoo.Models;
import io.weft.model.NamePattern;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Rate;
import io.weft.run.Datasets;
import io.weft.run.Found;
import io.weft.run.TrainingJob;
import io.weft.run.TrainingJob.Saving;
import io.weft.run.TrainingNotes;
import io.weft.strategy.Strategy;
import io.weft.trainer.Interval;
import io.weft.trainer.Length;
import io.weft.training.Combining;
import io.weft.training.Settings;
import io.weft.training.StrategySettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what is trained, and how. */
final class TrainOptions {
  private static final long STEPS_USUAL = 100;

  /** Of a network that follows from a table or images: small data is then learnt. */
  private static final long STEPS_OF_OWN = 300;

  /** Of what is learnt where nobody says anything: then most digits are read. */
  private static final long STEPS_OF_DIGITS = 200;

  /** A compression that begins gently takes a hundredth of the run for an epoch. */
  private static final long WARM_UP_EPOCHS = 100;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      completionCandidates = ModelName.Trained.class,
      description = {
        "Which network: ${COMPLETION-CANDIDATES} (default: mlp for a table, vgg-nano for images, both",
        "of the sizes of the data, gpt-nano for texts; without --data digits that are drawn here)."
      })
  private @Nullable String model;

  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--label-noise",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = {
        "The share of samples that get a class at random, so that none can be learnt perfectly",
        "(default: ${DEFAULT-VALUE})."
      })
  private double labelNoise;

  @Option(
      names = "--partition",
      paramLabel = "HOW",
      defaultValue = "iid",
      description = {
        "Whose samples differ: iid, nobody's; by-class(K), each rank has K classes; dirichlet(A),",
        "ranks have shares of each class, more alike the larger A (default: ${DEFAULT-VALUE})."
      })
  private String partition = "";

  @Option(
      names = "--strategy",
      paramLabel = "LINE",
      defaultValue = "dear",
      description = "How ranks train together (default: ${DEFAULT-VALUE}).")
  private String strategy = "";

  @Option(
      names = "--optimizer",
      paramLabel = "NAME",
      defaultValue = "adamw",
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OptimizerName optimizer = OptimizerName.ADAMW;

  @Option(
      names = "--lr",
      paramLabel = "RATE",
      description = "The learning rate (default: that of the optimizer).")
  private @Nullable Double rate;

  @Option(
      names = "--warmup-steps",
      paramLabel = "N",
      defaultValue = "0",
      description = "In how many steps the rate grows to --lr (default: ${DEFAULT-VALUE}).")
  private long warmupSteps;

  @Option(names = "--momentum", paramLabel = "M", description = "Of sgd and lars (default: 0.9).")
  private @Nullable Double momentum;

  @Option(
      names = "--weight-decay",
      paramLabel = "D",
      description = "How much weights shrink (default: that of the optimizer).")
  private @Nullable Double weightDecay;

  @Option(
      names = "--exempt",
      paramLabel = "WHAT",
      description = {
        "What lars and lamb neither scale by its norm nor shrink: vectors, which are biases and",
        "norms, patterns of names such as \"*.bias,norm*\", or none (default: vectors)."
      })
  private @Nullable String exempt;

  @Option(
      names = "--freeze",
      paramLabel = "PATTERN",
      description = {
        "The names of parameters that are kept as they begin, as in \"embedding*\"; several with",
        "commas between."
      })
  private @Nullable String frozen;

  @Option(
      names = "--decay",
      paramLabel = "HOW",
      defaultValue = "none",
      description = {
        "How the rate falls: none, cosine or linear over all --steps, or step, to a tenth after each",
        "third of them (default: ${DEFAULT-VALUE})."
      })
  private Decay decay = Decay.NONE;

  @Option(
      names = "--scale-lr",
      description = {
        "Multiply the rate by the number of ranks and by --accumulate: the linear scaling rule."
      })
  private boolean scaled;

  @Option(
      names = "--clip-norm",
      paramLabel = "L",
      description = "The longest that the gradient of all parameters together may be.")
  private @Nullable Double clipNorm;

  @Option(
      names = "--combine",
      paramLabel = "HOW",
      defaultValue = "mean",
      description = {
        "What is made of the gradients of all ranks: one of ${COMPLETION-CANDIDATES}",
        "(default: ${DEFAULT-VALUE})."
      })
  private Combining combining = Combining.MEAN;

  @Option(
      names = "--tune",
      description = {
        "Try sizes of buckets in the first steps, from 1 to 256 MB, and go on with the fastest."
      })
  private boolean tuned;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "16",
      description = "Samples of each rank at once (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--accumulate",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many such batches make a step (default: ${DEFAULT-VALUE}).")
  private int accumulate;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = {
        "How many steps in all (default: 100; 300 where the model follows from a table or images, 200",
        "where nothing says what to learn)."
      })
  private @Nullable Long steps;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "How often through the data, instead of --steps.")
  private @Nullable Long epochs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of weights and of the order of samples (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description = {
        "A file of safetensors with what to begin with, such as model.safetensors of a checkpoint;",
        "what it does not have begins by the seed."
      })
  private @Nullable Path weights;

  @Option(
      names = "--on-nan",
      paramLabel = "WHAT",
      defaultValue = "stop",
      description = {
        "If a loss is not finite: stop, or skip the batch of that rank",
        "(default: ${DEFAULT-VALUE})."
      })
  private NotFiniteAction onNan = NotFiniteAction.STOP;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "WHEN",
      defaultValue = "5m",
      description = {
        "After how many steps to save, as in 100, or after which time, as in 5m; 0: at the end only",
        "(default: ${DEFAULT-VALUE}). Where that costs more than a hundredth of the time, times get",
        "twice as long."
      })
  private String checkpointEvery = "";

  @Option(
      names = "--keep",
      paramLabel = "K",
      defaultValue = "2",
      description = "How many checkpoints to keep (default: ${DEFAULT-VALUE}).")
  private int keep;

  @Option(
      names = "--trace",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many of the last steps trace.json shows (default: ${DEFAULT-VALUE}).")
  private int traced;

  @Mixin private ValidationOptions validation = new ValidationOptions();

  /**
   * Reads what is to be learnt from, and finds out by which network.
   *
   * @throws io.weft.data.DataException if it cannot be learnt from
   */
  Found found() {
    return found(seed, validation.usual(builtIn()));
  }

  /** The same for another seed, of which data follows that is made up, and nothing held out. */
  Found found(long otherSeed) {
    return found(otherSeed, ValidationOptions.NOTHING);
  }

  private Found found(long otherSeed, String heldOut) {
    return Datasets.found(named(), data.choice(), validation.held(heldOut), otherSeed);
  }

  /** Whether somebody has said what to learn from. */
  boolean hasData() {
    return data.choice().path().isPresent();
  }

  /** The model that is meant where nobody has. */
  String builtIn() {
    return named().orElse(Datasets.usualModel());
  }

  private Optional<String> named() {
    if (model != null) {
      ModelName.checkTrainable(model);
    }
    return Optional.ofNullable(model);
  }

  /** Defaults that depend on other options, by their names. */
  Map<String, String> usual() {
    var usual = new HashMap<>(optimizer.usual());
    usual.put("hold-out", validation.usual(model == null ? "" : model));
    if (epochs == null) {
      usual.put("steps", Long.toString(stepsUsual()));
    }
    return usual;
  }

  /** A job of another strategy and seed, without checkpoints, and with data held out if asked. */
  TrainingJob job(String line, long otherSeed, String network) {
    strategy = line;
    seed = otherSeed;
    return job(false, network, ValidationOptions.NOTHING);
  }

  /**
   * The job that they describe; refuses what is impossible.
   *
   * @param saves whether there is a folder for checkpoints
   * @param network by name
   */
  TrainingJob job(boolean saves, String network) {
    return job(saves, network, validation.usual(network));
  }

  private TrainingJob job(boolean saves, String network, String heldOut) {
    if (!(labelNoise >= 0 && labelNoise <= 1)) {
      throw new IllegalArgumentException("--label-noise %s: give 0 to 1".formatted(labelNoise));
    }
    check("--batch", batch, 1);
    check("--accumulate", accumulate, 1);
    check("--warmup-steps", warmupSteps, 0);
    check("--keep", keep, 1);
    check("--trace", traced, 0);
    return new TrainingJob(
        network,
        Strategy.parse(strategy),
        settings(),
        data.choice(),
        labelNoise,
        Partition.parse(partition),
        batch,
        length(),
        seed,
        Optional.ofNullable(weights),
        onNan == NotFiniteAction.SKIP,
        scaled,
        tuned,
        traced,
        saves ? Optional.of(new Saving(saving(), keep)) : Optional.empty(),
        frozen(network),
        validation.validating(network, heldOut, saves));
  }

  /** Refuses names that the model does not have. */
  private List<NamePattern> frozen(String network) {
    if (frozen == null) {
      return List.of();
    }
    var patterns = NamePattern.parse(frozen);
    Models.checkFrozen(network, patterns);
    return patterns;
  }

  private Interval saving() {
    if (checkpointEvery.matches("0+")) {
      return Interval.never();
    }
    if (checkpointEvery.matches("\\d{1,10}")) {
      long steps = Long.parseLong(checkpointEvery);
      check("--checkpoint-every", steps, 0);
      return Interval.steps(steps);
    }
    try {
      return Interval.time(DurationOption.parse(checkpointEvery));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--checkpoint-every %s: give a number of steps, as in 100, or a time, as in 5m"
              .formatted(checkpointEvery),
          e);
    }
  }

  private Settings settings() {
    var line = Strategy.parse(strategy);
    if (StrategySettings.isLocal(line)) {
      throw new IllegalArgumentException(
          "strategy \"%s\" exchanges nothing: measure it by bench train, or train with --ranks 1"
              .formatted(line.brief()));
    }
    var settings =
        StrategySettings.of(
                line,
                accumulate,
                optimizer.optimizer(
                    momentum, weightDecay, exempt == null ? null : Exempt.parse(exempt)),
                rate(),
                seed,
                Math.max(1, usualSteps() / WARM_UP_EPOCHS))
            .combinedBy(combining);
    if (tuned && TrainingNotes.sizedBy(line, 0).isEmpty()) {
      throw new IllegalArgumentException(
          "--tune chooses the size of buckets, and \"%s\" has no such size: choose dear or wfbp"
              .formatted(line.brief()));
    }
    return clipNorm == null ? settings : settings.clippedTo(clipNorm);
  }

  /** From the first step on a little more than nothing. */
  private Rate rate() {
    double first = rate == null ? optimizer.usualRate() : rate;
    var full = decay.from(first, decaySteps());
    return warmupSteps == 0 ? full : new Rate.WarmUp(full, 1.0 / (warmupSteps + 1), warmupSteps);
  }

  private long decaySteps() {
    if (decay != Decay.NONE && epochs != null) {
      throw new IllegalArgumentException("--decay counts steps: give --steps and not --epochs");
    }
    return usualSteps();
  }

  private long stepsUsual() {
    if (model == null && data.choice().path().filter(Datasets::hasSamples).isPresent()) {
      return STEPS_OF_OWN;
    }
    boolean digits = !hasData() && builtIn().equals(Datasets.usualModel());
    return digits ? STEPS_OF_DIGITS : STEPS_USUAL;
  }

  private long usualSteps() {
    return steps == null ? stepsUsual() : Math.max(1, steps);
  }

  private Length length() {
    if (steps != null && epochs != null) {
      throw new IllegalArgumentException(
          "--steps %d and --epochs %d: give one of them".formatted(steps, epochs));
    }
    if (epochs != null) {
      check("--epochs", epochs, 1);
      return new Length.Epochs(epochs);
    }
    long count = steps == null ? stepsUsual() : steps;
    check("--steps", count, 1);
    return new Length.Steps(count);
  }

  private static void check(String name, long value, long least) {
    if (value < least || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%s %d: give %d to %d".formatted(name, value, least, Integer.MAX_VALUE));
    }
  }
}
