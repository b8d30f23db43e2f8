package io.weft.trainer;

import io.weft.trace.Span;
import io.weft.training.Loaded;
import io.weft.training.RoundTimes;
import io.weft.tuning.BucketSearch;
import java.util.List;
import java.util.function.Consumer;

/**
 * Is told how training goes, on every rank that has it. Called by the thread that trains, but for
 * {@link #warned}; what it throws ends training.
 *
 * <p>Where a method says that all ranks are there, every rank calls it at the same point, and a
 * listener that all ranks have may exchange something with the others. Elsewhere it must not.
 */
public interface Listener {
  /** Where training goes on from, on rank 0. */
  default void resumed(String checkpoint) {}

  /** Weights of a file were taken over; on rank 0. */
  default void loaded(Loaded loaded) {}

  /** Sizes of buckets were tried; on rank 0. */
  default void tuned(BucketSearch search) {}

  /** Steps follow. All ranks are there. */
  default void began(Run run) {}

  /** A step more is done; on this rank alone, so nothing may be exchanged. */
  default void stepped(Run run) {}

  /** Where the time of some steps went, those since the last call; before {@link #reported}. */
  default void timed(RoundTimes times) {}

  /** Something is known of a step. All ranks are there. */
  default void reported(Run run, Report report) {}

  /**
   * Validation is done. All ranks are there.
   *
   * @param best whether no figure that is watched has been better
   */
  default void validated(Run run, Evaluation evaluation, boolean best) {}

  /** A checkpoint was taken; on rank 0. */
  default void saved(Saved saved) {}

  /** Something was left undone that training goes on without; on any thread. */
  default void warned(String sentence) {}

  /** What all ranks did in the last steps, if that is kept; on rank 0, before {@link #ending}. */
  default void traced(List<Span> spans) {}

  /** No step follows. All ranks are there, for the last time. */
  default void ending(Run run) {}

  /** All is written that could be. Nobody waits for this rank any more. */
  default void ended(Run run, Result result) {}

  /** One that is told of reports only. */
  static Listener of(Consumer<Report> reported) {
    return new Listener() {
      @Override
      public void reported(Run run, Report report) {
        reported.accept(report);
      }
    };
  }
}
