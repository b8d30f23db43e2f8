package io.weft.trainer;

import io.weft.checkpoint.Progress;
import io.weft.file.FileTrouble;
import io.weft.trace.Span;
import io.weft.trace.TraceWriter;
import io.weft.training.Measurements;
import io.weft.training.Training;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Step after step on one rank. What is decided here is decided alike by all ranks. */
final class Loop {
  private final Setup setup;
  private final Trainer asked;
  private final Training training;
  private final EpochFeed feed;
  private final Saves saves;
  private final Saves best;
  private final Optional<Judgement> judgement;
  private final Listener listener;
  private final Timekeeper time;

  /** As of the last step that was reported. */
  private double loss = Double.NaN;

  private Loop(Setup setup, Training training, EpochFeed feed, Saves saves, Saves best) {
    this.setup = setup;
    this.asked = setup.asked();
    this.training = training;
    this.feed = feed;
    this.saves = saves;
    this.best = best;
    this.judgement = setup.judgement();
    this.listener = setup.listener();
    this.time =
        new Timekeeper(
            asked.nanos,
            asked.needLength(),
            asked.saving.orElse(Interval.never()),
            asked.reportingLatest);
  }

  /** All ranks call it. */
  static Result run(Trainer asked) {
    var setup = Setup.agreed(asked);
    try (var saves = setup.saves();
        var best = setup.best();
        var feed = setup.feed()) {
      var training = Training.open(asked.model, asked.communicator, setup.settings(), feed);
      try {
        return new Loop(setup, training, feed, saves, best).run();
      } finally {
        asked.asking(() -> {});
        training.release();
      }
    }
  }

  private Result run() {
    if (asked.skipsNotFinite) {
      training.skipNotFinite();
    }
    var beginning = setup.beginning();
    if (beginning.step() > 0) {
      training.restore(beginning.step(), beginning.checkpoint());
      training.multiplyRate(beginning.state().rateFactor());
    } else {
      asked.weights.flatMap(training::load).ifPresent(listener::loaded);
    }
    asked.asking(training.wishes()::askToEnd);
    if (asked.tunes) {
      new BucketTuning(asked.communicator, training, listener).run(setup.stepsMost());
      var _ = training.measurements().gatherTimes(); // What was tried is not reported.
    }
    training.measurements().keepSpans(asked.traced);
    var run = new Run(training, asked.model, setup.stepsMost(), time);
    listener.began(run);
    train(run);
    asked.asking(() -> {}); // what is left takes a moment
    return end(run);
  }

  private void train(Run run) {
    boolean last = false;
    while (!last) {
      askByTime();
      var stride = feed.stride(training.rounds() + 1);
      last = stride.step() == setup.stepsMost() || training.wishes().isAskedToEnd();
      boolean saved = isSaved(stride, last);
      boolean validated = isValidated(stride, last);
      boolean wanted = training.wishes().isAskedToReport();
      double rate = rate(stride.step());
      training.round(!last && !saved && !validated);
      listener.stepped(run);
      if (validated) {
        last |= validate(run, stride);
      }
      report(run, stride.step(), rate, last || wanted);
      save(stride.step(), isSaved(stride, last) || saved, last);
    }
  }

  private void save(long step, boolean due, boolean last) {
    if (last) {
      saves.endsAfter(step);
    }
    if (due) {
      var saved = time.saving(step, last, () -> saves.save(training, progress(step)));
      if (asked.communicator.rank() == 0) {
        listener.saved(saved);
      }
    } else if (last) {
      training.averageBuffers();
    }
  }

  private Progress progress(long step) {
    var state = judgement.map(it -> it.state().facts()).orElse(Map.of());
    return setup.progress(step, feed.position(), state);
  }

  /** Who asks for the end does not want to wait for it. */
  private boolean isValidated(Stride stride, boolean last) {
    boolean whole = last && !isCut(stride);
    return asked.validation.filter(it -> whole || isDue(it, stride)).isPresent();
  }

  /** Whether steps follow that were asked for. */
  private boolean isCut(Stride stride) {
    return stride.step() < setup.stepsMost() && !(asked.needLength() instanceof Length.Time);
  }

  private static boolean isDue(Validation validation, Stride stride) {
    return validation.every.isDue(stride, false);
  }

  /** Whether training ends. */
  private boolean validate(Run run, Stride stride) {
    var judging = judgement.orElseThrow();
    judging.judge(training, run, isDue(asked.validation.orElseThrow(), stride));
    if (judging.isBest() && asked.validation.orElseThrow().keepsBest) {
      best.save(training, progress(run.step()));
    }
    return judging.ends();
  }

  /** The clocks of others do not count. */
  private void askByTime() {
    if (asked.communicator.rank() > 0) {
      return;
    }
    if (time.isOver()) {
      training.wishes().askToEnd();
    }
    if (time.wantsCheckpoint()) {
      training.wishes().askToSave();
    }
    if (time.wantsReport()) {
      training.wishes().askToReport();
    }
  }

  private boolean isSaved(Stride stride, boolean last) {
    return asked
        .saving
        .filter(interval -> last || interval.isDue(stride, training.wishes().isAskedToSave()))
        .isPresent();
  }

  private void report(Run run, long step, double rate, boolean wanted) {
    boolean due = wanted || asked.reporting.isDue(step, run.first(), setup.stepsMost());
    if (due) {
      loss = training.measurements().averageLoss();
    }
    if (due || step % Measurements.ROUNDS_LOOKED_AT == 0) {
      listener.timed(training.measurements().gatherTimes());
    }
    if (due) {
      var norm = training.gradientNorm();
      listener.reported(run, new Report(step, feed.position().epoch(), loss, rate, norm));
      training.wishes().reported();
      time.reported();
    }
  }

  private Result end(Run run) {
    trace();
    listener.ending(run);
    asked.communicator.barrier(); // From here on nobody waits for rank 0.
    var missing = saves.finish();
    var seen = judgement.flatMap(Judgement::latest);
    var best = judgement.flatMap(Judgement::best);
    var result = new Result(training.rounds(), run.first(), loss, ending(), seen, best, missing);
    listener.ended(run, result);
    if (missing.isPresent()) {
      throw missing.get();
    }
    return result;
  }

  private double rate(long step) {
    double factor = judgement.map(it -> it.state().rateFactor()).orElse(1.0);
    return factor * setup.settings().rate().at(step);
  }

  private Ending ending() {
    if (training.rounds() == setup.stepsMost()) {
      return Ending.COMPLETE;
    }
    return judgement.filter(Judgement::ends).isPresent() ? Ending.STOPPED_EARLY : Ending.ASKED;
  }

  /** What all ranks did in the last steps, as a file in the folder of the run. */
  private void trace() {
    var spans = asked.traced == 0 ? List.<Span>of() : training.measurements().gatherSpans();
    if (!spans.isEmpty()) {
      listener.traced(spans);
    }
    if (spans.isEmpty() || asked.folder.isEmpty()) {
      return;
    }
    try (var writer = TraceWriter.to(asked.folder.get().resolve("trace.json"))) {
      spans.forEach(writer::write);
    } catch (UncheckedIOException e) {
      listener.warned("the trace cannot be written: " + FileTrouble.reason(e));
    } catch (IOException e) {
      listener.warned("the trace cannot be written: " + FileTrouble.reason(e));
    }
  }
}
