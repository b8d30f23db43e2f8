package io.weft.plan;

import io.weft.model.Parameter;
import io.weft.simulation.Pace;
import io.weft.simulation.Prediction;
import io.weft.simulation.Scenario;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.trace.Overlap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one strategy gives.
 *
 * @param lowSeconds of a step on links and with overheads that are a tenth better, or of the
 *     shortest of 19 drawn runs
 * @param highSeconds the same for worse ones, and the longest; nothing else is varied, so what is
 *     assumed may be further off
 * @param memoryBytesPerRank parameters, gradients and one state of the optimizer; no activations
 * @param exact whether the result is that of one process
 */
public record Outlook(
    Strategy strategy,
    Prediction prediction,
    double lowSeconds,
    double highSeconds,
    double memoryBytesPerRank,
    boolean exact) {
  /** By how much the constants of a network are off in one case of ten. */
  private static final double DOUBT = 1.1;

  /** The standard deviation of a normal variable that leaves ±1 in one case of ten. */
  private static final double DEVIATION = 1 / 1.6449;

  /** Of so many runs the shortest and the longest bound nine tenths of all. */
  private static final int DRAWS = 19;

  /** By which part bounds differ that are the same but for rounding. */
  private static final double ALIKE = 1e-6;

  /** Of a step, with the overlap of a run that takes the time in the middle. */
  private record Range(double low, double middle, double high, Overlap overlap) {}

  private record Draw(int seed, double seconds) {}

  /**
   * Simulates a job. Where all ranks are alike, a better network never makes a step longer, so the
   * bounds are those of the bounds of the network. Otherwise ranks and network are drawn from
   * seeds, and the bounds are those of the runs.
   *
   * @throws IllegalArgumentException if it cannot be simulated or needs too much memory
   */
  public static Outlook of(Job job, Strategy strategy) {
    checkMemory(job, strategy);
    boolean alike = job.cluster().disturbance().isNone() || job.ranks() == 1;
    var prediction = job.scenario(strategy).simulate();
    var range = alike ? bounds(job, strategy, prediction) : drawn(job, strategy);
    return new Outlook(
        strategy,
        prediction.lasting(range.middle, range.overlap),
        range.low,
        range.high,
        memory(job, strategy),
        isExact(strategy));
  }

  /** Whether the network and the ranks make any difference to a step. */
  public boolean hasInterval() {
    return highSeconds - lowSeconds > ALIKE * highSeconds;
  }

  /** Whether it can be run, and not only be simulated. */
  public boolean trainable() {
    return strategy.refusal(Use.TRAIN).isEmpty();
  }

  /** What the prediction rests on beside links, and what it leaves out, a sentence each. */
  public List<String> basis(Job job) {
    var sentences = new ArrayList<String>();
    if (hasInterval()) {
      boolean alike = job.cluster().disturbance().isNone();
      sentences.add(
          alike
              ? "The interval is that of links and overheads a tenth better and worse."
              : "The interval is that of 19 runs with other ranks slow and with other links.");
    }
    job.assumptions(strategy).ifPresent(sentences::add);
    sentences.addAll(Unmodelled.remarks(job, strategy));
    return sentences;
  }

  static void checkMemory(Job job, Strategy strategy) {
    double memory = memory(job, strategy);
    if (memory > job.cluster().memoryBytes()) {
      throw new IllegalArgumentException(
          "%s needs %.1f MB on each rank without activations, and %.1f MB are there: %s"
              .formatted(
                  job.profile().name(),
                  memory / 0x1p20,
                  job.cluster().memoryBytes() / 0x1p20,
                  "choose a smaller model or more memory"));
    }
  }

  private static Range bounds(Job job, Strategy strategy, Prediction prediction) {
    double step = prediction.stepSeconds();
    double low = job.better(DOUBT).scenario(strategy).simulate().stepSeconds();
    double high = job.better(1 / DOUBT).scenario(strategy).simulate().stepSeconds();
    return new Range(Math.min(low, step), step, Math.max(high, step), prediction.overlap());
  }

  private static Range drawn(Job job, Strategy strategy) {
    var draws = new ArrayList<Draw>();
    for (int seed = 0; seed < DRAWS; seed++) {
      draws.add(new Draw(seed, drawn(job, strategy, seed).stepSeconds(pace(job, seed))));
    }
    draws.sort(Comparator.comparingDouble(Draw::seconds));
    var middle = draws.get(DRAWS / 2);
    var run = drawn(job, strategy, middle.seed).simulate(pace(job, middle.seed));
    return new Range(
        draws.getFirst().seconds, middle.seconds, draws.getLast().seconds, run.overlap());
  }

  private static Scenario drawn(Job job, Strategy strategy, int seed) {
    double normal = new SplittableRandom(seed).nextGaussian();
    return job.better(Math.pow(DOUBT, DEVIATION * normal)).scenario(strategy);
  }

  private static Pace pace(Job job, int seed) {
    return Pace.drawn(job.cluster().disturbance(), seed);
  }

  private static boolean isExact(Strategy strategy) {
    return strategy.term(Axis.COMPRESSION).isEmpty()
        && strategy.term(Axis.SYNCHRONISATION).map(Term::name).orElse("").equals("bsp");
  }

  /**
   * As training keeps it: {@code dear} and {@code sharded} divide the state of the optimizer among
   * ranks, and feedback keeps what was not sent.
   */
  private static double memory(Job job, Strategy strategy) {
    double bytes =
        job.profile().parameters().stream().mapToDouble(Parameter::count).sum() * Float.BYTES;
    var schedule = strategy.term(Axis.SCHEDULE).map(Term::name).orElse("");
    boolean shards = schedule.equals("dear") || schedule.equals("sharded");
    boolean remembers =
        strategy
            .term(Axis.COMPRESSION)
            .filter(term -> term.offers().contains(Capability.FEEDBACK))
            .isPresent();
    return bytes * (2 + (shards ? 1.0 / job.ranks() : 1) + (remembers ? 1 : 0));
  }

  public double samplesPerSecond(Job job) {
    return (double) job.batch() * job.ranks() / prediction.stepSeconds();
  }
}
