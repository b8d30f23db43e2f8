package io.weft.trainer;

import io.weft.checkpoint.Checkpoints;
import io.weft.collective.Communicator;
import io.weft.data.Dataset;
import io.weft.data.Partition;
import io.weft.model.Model;
import io.weft.model.NamePattern;
import io.weft.optimizer.NamedRate;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.training.Settings;
import io.weft.training.StrategySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Trains a model on all ranks of a communicator, from the first step to the last. Every rank says
 * the same; what must be given are data, a length, an optimizer and a rate.
 *
 * <pre>{@code
 * var result =
 *     Trainer.of(model, rank.communicator())
 *         .data(data, 16)
 *         .epochs(3)
 *         .strategy("dear")
 *         .optimizer(new AdamW(0.9, 0.999, 1e-8, 0.01), new Rate.Constant(0.001))
 *         .folder(Path.of("runs/mine"))
 *         .checkpoints(Interval.time(Duration.ofMinutes(5)), 2)
 *         .run();
 * }</pre>
 *
 * <p>The model stays open: it has what was learnt when {@link #run} returns, on all ranks. Used by
 * the thread that opened the model, but for {@link #endSoon}.
 */
public final class Trainer {
  private static final String LINE = "bsp";

  final Model model;
  final Communicator communicator;
  final Map<String, String> facts = new TreeMap<>();
  final List<Listener> listeners = new ArrayList<>();
  private final List<NamedRate> rates = new ArrayList<>();
  @Nullable Dataset data;
  @Nullable Length length;
  Partition partition = new Partition.Even();
  int batch = 1;
  long seed = 1;
  Optional<Path> folder = Optional.empty();
  Optional<Path> from = Optional.empty();
  Optional<Path> weights = Optional.empty();
  Optional<Interval> saving = Optional.empty();
  Optional<Validation> validation = Optional.empty();
  int keep = 2;
  int traced;
  boolean skipsNotFinite;
  boolean tunes;
  Reporting reporting = new Reporting.Spread(20);
  Duration reportingLatest = Length.TIME_MOST;
  LongSupplier nanos = System::nanoTime;

  private @Nullable Settings settings;
  private @Nullable Optimizer optimizer;
  private @Nullable Rate rate;
  private @Nullable Strategy strategy;
  private int microSteps = 1;

  /** Whether somebody wants training to end; set by any thread. */
  private volatile boolean asked;

  private volatile Runnable ask = () -> {};

  private Trainer(Model model, Communicator communicator) {
    this.model = model;
    this.communicator = communicator;
  }

  /**
   * To be told what to do.
   *
   * @param model not closed by it
   */
  public static Trainer of(Model model, Communicator communicator) {
    return new Trainer(model, communicator);
  }

  /**
   * What is learnt from, in an order of its own in every epoch.
   *
   * @param samples how many each rank takes at once
   */
  public Trainer data(Dataset data, int samples) {
    this.data = data;
    this.batch = samples;
    return this;
  }

  /**
   * Whether ranks learn from samples that differ, such as {@code Partition.parse("by-class(2)")};
   * else alike. A rank counts by how many samples it has.
   */
  public Trainer partition(Partition partition) {
    this.partition = partition;
    return this;
  }

  /**
   * Decides on the order of samples, who gets which of them, and on the random numbers of
   * compressions; else 1.
   */
  public Trainer seed(long seed) {
    this.seed = seed;
    return this;
  }

  public Trainer length(Length length) {
    this.length = length;
    return this;
  }

  /** As long as so many steps in all, those before a checkpoint included. */
  public Trainer steps(long count) {
    return length(new Length.Steps(count));
  }

  /** As long as it takes to see all data so often. */
  public Trainer epochs(long count) {
    return length(new Length.Epochs(count));
  }

  /** What becomes of gradients, and how much. */
  public Trainer optimizer(Optimizer optimizer, Rate rate) {
    this.optimizer = optimizer;
    this.rate = rate;
    return this;
  }

  /**
   * Parameters whose names are as a pattern says learn with so many times the rate, as in {@code
   * rateOf("*.bias", 0.1)}. Of several for one parameter the last counts.
   */
  public Trainer rateOf(String pattern, double factor) {
    rates.add(new NamedRate(new NamePattern(pattern), factor));
    return this;
  }

  /** How ranks train together, as in {@code dear + powersgd(rank=2)}; else as in {@code wfbp}. */
  public Trainer strategy(String line) {
    this.strategy = Strategy.parse(line);
    return this;
  }

  /** How many batches make a step; else 1. */
  public Trainer accumulate(int batches) {
    this.microSteps = batches;
    return this;
  }

  /** All of how ranks train at once, in place of strategy, optimizer, rate and accumulation. */
  public Trainer settings(Settings settings) {
    this.settings = settings;
    return this;
  }

  /** What checkpoints are to say of the run, such as {@code model} and its name. */
  public Trainer facts(Map<String, String> facts) {
    this.facts.putAll(facts);
    return this;
  }

  /** Where rank 0 writes: checkpoints and a trace. On other ranks it is not looked at. */
  public Trainer folder(Path folder) {
    this.folder = Optional.of(folder);
    return this;
  }

  /**
   * Saves now and then, and at the end, to {@code checkpoints/step-N} in the folder.
   *
   * @param keep how many of them
   */
  public Trainer checkpoints(Interval every, int keep) {
    this.saving = Optional.of(every);
    this.keep = keep;
    return this;
  }

  /** Looks at other data now and then, and does what follows from it. */
  public Trainer validation(Validation validation) {
    this.validation = Optional.of(validation);
    return this;
  }

  /** Goes on from the newest checkpoint of a run that is whole. Read by rank 0 only. */
  public Trainer resume(Path folder) {
    this.from = Optional.of(folder);
    return this;
  }

  /**
   * Begins with the weights of a file of safetensors, as far as names and shapes are those of the
   * model, and tells listeners what did not match. Read by rank 0 only; a run that goes on from a
   * checkpoint has its weights from there.
   */
  public Trainer weights(Path file) {
    this.weights = Optional.of(file);
    return this;
  }

  /** Writes what all ranks did in the last steps to {@code trace.json} in the folder. */
  public Trainer trace(int steps) {
    this.traced = steps;
    return this;
  }

  /** Leaves out batches whose loss is not finite, instead of ending training. */
  public Trainer skipNotFinite() {
    this.skipsNotFinite = true;
    return this;
  }

  /** Tries sizes of buckets in the first steps, and goes on with the fastest. */
  public Trainer tuneBuckets() {
    this.tunes = true;
    return this;
  }

  /** After which steps listeners are told; else twenty times, evenly. */
  public Trainer reporting(Reporting reporting) {
    this.reporting = reporting;
    return this;
  }

  /** Besides, whenever so much time has passed without a report by the clock of rank 0. */
  public Trainer reportingAtLeast(Duration every) {
    this.reportingLatest = new Interval.Time(every).length();
    return this;
  }

  /** Tells one listener more; those of a rank are told in the order in which they came. */
  public Trainer listener(Listener listener) {
    listeners.add(listener);
    return this;
  }

  /** With another clock. */
  Trainer clock(LongSupplier nanos) {
    this.nanos = nanos;
    return this;
  }

  /**
   * Asks all ranks to end after one of the next steps, with a checkpoint if there are to be any.
   * Any thread of any rank may call it, also before training begins.
   */
  public void endSoon() {
    asked = true;
    ask.run();
  }

  /** Whom to ask from now on, with what was asked before. */
  void asking(Runnable ask) {
    this.ask = ask;
    if (asked) {
      ask.run();
    }
  }

  /**
   * Trains. All ranks call it.
   *
   * @throws io.weft.training.NotFiniteException on all ranks alike if a loss is not finite and not
   *     left out
   * @throws io.weft.checkpoint.CheckpointException on rank 0 if there is nothing to go on from, or
   *     no weight to begin with
   * @throws io.weft.checkpoint.CheckpointNotWrittenException on rank 0, after all listeners were
   *     told, if the last checkpoint is not on the disk
   */
  public Result run() {
    if (needsFolder() && folder.isEmpty() && communicator.rank() == 0) {
      throw new IllegalArgumentException(
          "checkpoints need a place: call folder(…) before run(), or leave them out");
    }
    return Loop.run(this);
  }

  private boolean needsFolder() {
    return saving.isPresent() || validation.filter(it -> it.keepsBest).isPresent();
  }

  Dataset needData() {
    return need(data, "data(…)");
  }

  Length needLength() {
    return need(length, "steps(…) or epochs(…)");
  }

  /** How ranks train. */
  Settings needSettings() {
    var all = settingsWithoutRates();
    return rates.isEmpty() ? all : all.rated(rates);
  }

  private Settings settingsWithoutRates() {
    if (settings != null) {
      if (optimizer != null || strategy != null || microSteps != 1) {
        throw new IllegalArgumentException(
            "settings(…) has strategy, optimizer, rate and accumulation: call it, or theirs");
      }
      return settings;
    }
    var line = strategy == null ? Strategy.parse(LINE) : strategy;
    facts.putIfAbsent("strategy", line.canonical());
    return StrategySettings.of(
        line,
        microSteps,
        need(optimizer, "optimizer(…)"),
        need(rate, "optimizer(…)"),
        seed,
        StrategySettings.STEPS_PER_EPOCH);
  }

  private static <T> T need(@Nullable T given, String call) {
    if (given == null) {
      throw new IllegalArgumentException("call %s before run()".formatted(call));
    }
    return given;
  }

  /** Where this rank saves some of its checkpoints, if it does. */
  Optional<Checkpoints> places(String name, int kept) {
    return needsFolder() && communicator.rank() == 0
        ? folder.map(here -> new Checkpoints(here.resolve(name), kept))
        : Optional.empty();
  }
}
