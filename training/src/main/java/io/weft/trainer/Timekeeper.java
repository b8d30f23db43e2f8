package io.weft.trainer;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What is decided by the time: that training has lasted long enough, and that a checkpoint or a
 * report is due. Rank 0 alone decides, and asks all ranks in the vote of a step.
 *
 * <p>Where checkpoints by time have cost more than a hundredth of the run, the time between them is
 * doubled. Since rank 0 alone asks for them, nobody else needs to know.
 */
final class Timekeeper {
  private static final double COST_MOST = 0.01;

  private final LongSupplier nanos;
  private final long start;
  private final Length length;
  private final boolean savesByTime;
  private final boolean reportsByTime;
  private final long reportingNanos;
  private long intervalNanos;
  private long savedAt;
  private long reportedAt;
  private long costNanos;
  private int count;

  /**
   * @param reporting the longest time between two reports, {@link Length#TIME_MOST} for any
   */
  Timekeeper(LongSupplier nanos, Length length, Interval saving, Duration reporting) {
    this.nanos = nanos;
    this.start = nanos.getAsLong();
    this.savedAt = start;
    this.reportedAt = start;
    this.reportsByTime = reporting.compareTo(Length.TIME_MOST) < 0;
    this.reportingNanos = reporting.toNanos();
    this.length = length;
    this.savesByTime = saving instanceof Interval.Time;
    this.intervalNanos = saving instanceof Interval.Time(var each) ? each.toNanos() : 0;
  }

  /** Whether the time for training is over. */
  boolean isOver() {
    return length instanceof Length.Time(var limit) && nanos.getAsLong() - start >= limit.toNanos();
  }

  /** Whether the last checkpoint is old enough for the next. */
  boolean wantsCheckpoint() {
    return savesByTime && nanos.getAsLong() - savedAt >= intervalNanos;
  }

  /** Whether nothing was reported for so long that something is to be. */
  boolean wantsReport() {
    return reportsByTime && nanos.getAsLong() - reportedAt >= reportingNanos;
  }

  /** A report was made. */
  void reported() {
    if (reportsByTime) {
      reportedAt = nanos.getAsLong();
    }
  }

  /**
   * Saves, and remembers what that took; what is written meanwhile by others is free.
   *
   * @param last whether no other checkpoint follows
   */
  Saved saving(long step, boolean last, Runnable save) {
    long before = nanos.getAsLong();
    save.run();
    savedAt = nanos.getAsLong();
    costNanos += savedAt - before;
    count++;
    var next = Optional.<Duration>empty();
    if (savesByTime && !last && costNanos > COST_MOST * (savedAt - start)) {
      intervalNanos = 2 * Math.min(intervalNanos, Long.MAX_VALUE / 2);
      next = Optional.of(Duration.ofNanos(intervalNanos));
    }
    return new Saved(step, count, cost(), Duration.ofNanos(savedAt - start), next);
  }

  /** How long training has stood still for checkpoints. */
  Duration cost() {
    return Duration.ofNanos(costNanos);
  }
}
