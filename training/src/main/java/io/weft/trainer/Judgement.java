package io.weft.trainer;

import io.weft.training.Training;
import java.util.Optional;

/** Validates on one rank, and remembers what all ranks think of it. */
final class Judgement {
  private final Evaluator evaluator;
  private final Watch watch;
  private final Listener listener;

  /** By which training goes on: that of validations that come in any run of this many steps. */
  private Watch.State state;

  /** With what came after the last step only. */
  private Watch.State shown;

  private Optional<Evaluation> latest = Optional.empty();

  Judgement(Evaluator evaluator, Watch watch, Listener listener, Watch.State state) {
    this.evaluator = evaluator;
    this.watch = watch;
    this.listener = listener;
    this.state = state;
    this.shown = state;
  }

  /**
   * All ranks call it, when nothing is owed.
   *
   * @param due whether it is its time, and not only the end: then nothing follows from it, so that
   *     a run that goes on is like one that never ended
   */
  void judge(Training training, Run run, boolean due) {
    training.averageBuffers();
    var seen = evaluator.evaluate(run.step());
    latest = Optional.of(seen);
    var before = state;
    shown = watch.after(before, seen);
    state = due ? shown : before;
    if (!Double.isFinite(seen.figure(watch.figure()))) {
      listener.warned(
          "validation after step %d: %s is %s on some rank, and does not count as better"
              .formatted(seen.step(), watch.figure(), seen.figure(watch.figure())));
    }
    if (state.rateFactor() != before.rateFactor()) {
      training.multiplyRate(state.rateFactor());
    }
    listener.validated(run, seen, shown.isBest());
  }

  Watch.State state() {
    return state;
  }

  /** Whether no figure has been better than the latest. */
  boolean isBest() {
    return shown.isBest();
  }

  Optional<Evaluation> latest() {
    return latest;
  }

  Optional<Best> best() {
    return shown.best(watch.figure());
  }

  boolean ends() {
    return watch.ends(state);
  }
}
