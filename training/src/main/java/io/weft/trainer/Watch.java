package io.weft.trainer;

import io.weft.checkpoint.CheckpointException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What follows from validation, as a pure function: all ranks see the same figures, so all come to
 * the same.
 *
 * @param figure the name of the metric that is watched, or {@code loss}
 * @param moreIsBetter of that figure
 * @param stopAfter so many validations without a better one, if training may end early
 * @param slowAfter so many without a better one, if the rate is lowered then
 * @param slowBy what it is multiplied with
 */
record Watch(
    String figure,
    boolean moreIsBetter,
    OptionalInt stopAfter,
    OptionalInt slowAfter,
    double slowBy) {
  /**
   * Where it stands.
   *
   * @param best the best figure so far; not a number before the first
   * @param bestStep after which step it was seen
   * @param since how many validations there have been since
   * @param rateFactor what the rate is multiplied with
   */
  record State(double best, long bestStep, int since, double rateFactor) {
    static final State FIRST = new State(Double.NaN, 0, 0, 1);

    private static final String BEST = "best";
    private static final String BEST_STEP = "best_step";
    private static final String SINCE = "validations_since_best";
    private static final String RATE_FACTOR = "rate_factor";

    /** As facts of a checkpoint. */
    Map<String, String> facts() {
      return Map.of(
          BEST, Double.toString(best),
          BEST_STEP, Long.toString(bestStep),
          SINCE, Integer.toString(since),
          RATE_FACTOR, Double.toString(rateFactor));
    }

    /** From those of a checkpoint, which may have none. */
    static State of(Map<String, String> facts) {
      if (!facts.containsKey(RATE_FACTOR)) {
        return FIRST;
      }
      try {
        return new State(
            Double.parseDouble(facts.getOrDefault(BEST, "NaN")),
            Long.parseLong(facts.getOrDefault(BEST_STEP, "0")),
            Integer.parseInt(facts.getOrDefault(SINCE, "0")),
            Double.parseDouble(facts.getOrDefault(RATE_FACTOR, "1")));
      } catch (NumberFormatException e) {
        throw new CheckpointException(
            "the checkpoint says of validation what is no number: " + e.getMessage());
      }
    }

    /** To tell other ranks. */
    double[] numbers() {
      return new double[] {best, (double) bestStep, since, rateFactor};
    }

    static State of(double[] numbers) {
      return new State(numbers[0], (long) numbers[1], (int) numbers[2], numbers[3]);
    }

    /** What a run is told of it. */
    Optional<Best> best(String figure) {
      return Double.isNaN(best) ? Optional.empty() : Optional.of(new Best(figure, best, bestStep));
    }

    /** Where another figure is watched than before: nothing was seen of it, and the rate stays. */
    State withoutBest() {
      return new State(Double.NaN, 0, 0, rateFactor);
    }

    /** Whether the last figure is the best. */
    boolean isBest() {
      return since == 0;
    }
  }

  /** A figure that is not finite is never better. */
  State after(State before, Evaluation seen) {
    double value = seen.figure(figure);
    boolean better =
        Double.isFinite(value)
            && (Double.isNaN(before.best)
                || (moreIsBetter ? value > before.best : value < before.best));
    if (better) {
      return new State(value, seen.step(), 0, before.rateFactor);
    }
    int since = before.since + 1;
    boolean slows = slowAfter.isPresent() && since % slowAfter.getAsInt() == 0;
    double factor = slows ? before.rateFactor * slowBy : before.rateFactor;
    return new State(before.best, before.bestStep, since, factor);
  }

  boolean ends(State state) {
    return stopAfter.isPresent() && state.since() >= stopAfter.getAsInt();
  }
}
