package io.weft.run;

import io.weft.report.Quantity;
import io.weft.trace.Overlap;
import io.weft.training.RoundTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of exchanges went in several steps, on average over ranks.
 *
 * @param sum of all these steps
 * @param waitingSeconds likewise, but of each rank
 */
record StepTimes(long steps, Overlap sum, List<Double> waitingSeconds) {
  static final StepTimes NONE = new StepTimes(0, Overlap.NONE, List.of());

  StepTimes {
    waitingSeconds = List.copyOf(waitingSeconds);
  }

  StepTimes plus(RoundTimes more) {
    var waits = new ArrayList<Double>();
    for (int rank = 0; rank < more.waitingSeconds().size(); rank++) {
      double before = waitingSeconds.isEmpty() ? 0 : waitingSeconds.get(rank);
      waits.add(before + more.waitingSeconds().get(rank) * more.wholeRounds());
    }
    var sums = sum.plus(more.overlap().times((double) more.wholeRounds()));
    return new StepTimes(steps + more.wholeRounds(), sums, waits);
  }

  private double millis(double seconds) {
    return steps == 0 ? 0 : seconds * 1e3 / steps;
  }

  /** Of a step. */
  double exchangeMillis() {
    return millis(sum.exchangeSeconds());
  }

  double waitingMillis() {
    return millis(sum.waitingSeconds());
  }

  List<Double> waitingMillisByRank() {
    return waitingSeconds.stream().map(this::millis).toList();
  }

  double exposedMillis() {
    return millis(sum.exposedSeconds());
  }

  /** Nothing where there was no exchange but waiting. */
  @Nullable Double hiddenPercent() {
    return sum.hidden().isPresent() ? 100 * sum.hidden().getAsDouble() : null;
  }

  /** As in {@code 71 %}, or a dash. */
  String hidden() {
    return Quantity.part(sum.hidden());
  }

  /** As the end of a line: {@code , 3.1 ms exposed and 0.4 waiting a step, 71 % hidden}. */
  String words() {
    if (sum.equals(Overlap.NONE)) {
      return "";
    }
    var part = sum.hidden().isPresent() ? ", " + hidden() + " hidden" : "";
    return String.format(
            Locale.ROOT,
            ", %.1f ms exposed and %.1f waiting a step",
            exposedMillis(),
            waitingMillis())
        + part;
  }
}
