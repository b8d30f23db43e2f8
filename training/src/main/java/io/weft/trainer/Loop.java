package io.weft.trainer;

import io.weft.file.FileTrouble;
import io.weft.trace.Span;
import io.weft.trace.TraceWriter;
import io.weft.training.Training;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Step after step on one rank. What is decided here is decided alike by all ranks. */
final class Loop {
  private final Setup setup;
  private final Trainer asked;
  private final Training training;
  private final EpochFeed feed;
  private final Saves saves;
  private final Listener listener;
  private final Timekeeper time;

  /** As of the last step that was reported. */
  private double loss = Double.NaN;

  private Loop(Setup setup, Training training, EpochFeed feed, Saves saves) {
    this.setup = setup;
    this.asked = setup.asked();
    this.training = training;
    this.feed = feed;
    this.saves = saves;
    this.listener = setup.listener();
    this.time =
        new Timekeeper(asked.nanos, asked.needLength(), asked.saving.orElse(Interval.never()));
  }

  /** All ranks call it. */
  static Result run(Trainer asked) {
    var setup = Setup.agreed(asked);
    try (var saves = setup.saves();
        var feed = setup.feed()) {
      var training = Training.open(asked.model, asked.communicator, setup.settings(), feed);
      try {
        return new Loop(setup, training, feed, saves).run();
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
    }
    asked.asking(training::askToEnd);
    if (asked.tunes) {
      new BucketTuning(asked.communicator, training, listener).run(setup.stepsMost());
      var _ = training.times(); // What was tried is not reported.
    }
    training.keepSpans(asked.traced);
    var run = new Run(training, asked.model, setup.stepsMost());
    listener.began(run);
    train(run);
    asked.asking(() -> {}); // what is left takes a moment
    return end(run);
  }

  private void train(Run run) {
    boolean last = false;
    while (!last) {
      askByTime();
      long step = training.rounds() + 1;
      last = step == setup.stepsMost() || training.isAskedToEnd();
      if (last) {
        saves.endsAfter(step);
      }
      boolean due = isSaved(feed.stride(step), last);
      training.round(!last && !due);
      listener.stepped(run);
      report(run, step, last);
      if (due) {
        time.saving(() -> saves.save(training, setup.progress(step, feed.position())));
      } else if (last) {
        training.averageBuffers();
      }
    }
  }

  /** The clocks of others do not count. */
  private void askByTime() {
    if (asked.communicator.rank() > 0) {
      return;
    }
    if (time.isOver()) {
      training.askToEnd();
    }
    if (time.wantsCheckpoint()) {
      training.askToSave();
    }
  }

  private boolean isSaved(Stride stride, boolean last) {
    return asked
        .saving
        .filter(interval -> last || interval.isDue(stride, training.isAskedToSave()))
        .isPresent();
  }

  private void report(Run run, long step, boolean last) {
    boolean due = last || asked.reporting.isDue(step, run.first(), setup.stepsMost());
    if (due) {
      loss = training.loss();
    }
    if (due || step % Training.ROUNDS_LOOKED_AT == 0) {
      listener.timed(training.times());
    }
    if (due) {
      double rate = setup.settings().rate().at(step);
      listener.reported(run, new Report(step, feed.position().epoch(), loss, rate));
    }
  }

  private Result end(Run run) {
    trace();
    listener.ending(run);
    asked.communicator.barrier(); // From here on nobody waits for rank 0.
    var missing = saves.finish();
    var ending = training.rounds() == setup.stepsMost() ? Ending.COMPLETE : Ending.ASKED;
    var result = new Result(training.rounds(), run.first(), loss, ending, missing);
    listener.ended(run, result);
    if (missing.isPresent()) {
      throw missing.get();
    }
    return result;
  }

  /** What all ranks did in the last steps, as a file in the folder of the run. */
  private void trace() {
    var spans = asked.traced == 0 ? List.<Span>of() : training.spans();
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
