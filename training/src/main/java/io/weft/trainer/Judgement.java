package io.weft.trainer;

import io.weft.training.Training;
import java.util.Optional;

/** Validates on one rank, and remembers what all ranks think of it. */
final class Judgement {
  private final Evaluator evaluator;
  private final Watch watch;
  private final Listener listener;
  private Watch.State state;
  private Optional<Evaluation> latest = Optional.empty();

  Judgement(Evaluator evaluator, Watch watch, Listener listener, Watch.State state) {
    this.evaluator = evaluator;
    this.watch = watch;
    this.listener = listener;
    this.state = state;
  }

  /** All ranks call it, when nothing is owed. */
  void judge(Training training, Run run) {
    training.averageBuffers();
    var seen = evaluator.evaluate(run.step());
    latest = Optional.of(seen);
    var before = state;
    state = watch.after(before, seen);
    if (!Double.isFinite(seen.figure(watch.figure()))) {
      listener.warned(
          "validation after step %d: %s is %s on some rank, and does not count as better"
              .formatted(seen.step(), watch.figure(), seen.figure(watch.figure())));
    }
    if (state.rateFactor() != before.rateFactor()) {
      training.multiplyRate(state.rateFactor());
    }
    listener.validated(run, seen, state.isBest());
  }

  Watch.State state() {
    return state;
  }

  Optional<Evaluation> latest() {
    return latest;
  }

  Optional<Best> best() {
    return state.best(watch.figure());
  }

  boolean ends() {
    return watch.ends(state);
  }
}
