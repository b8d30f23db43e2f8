package io.weft.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a run is, as rank 0 tells the launcher about once a second, by a line on standard error
 * that is in no log.
 *
 * @param awaited what is waited for, while no steps are made; else nothing
 * @param seconds since the first step of this run began
 * @param left seconds that the run still takes; not a number if nobody knows yet
 * @param first how many steps were made before this run
 * @param step how many are made now, with those before
 * @param steps how many are made in all
 * @param loss as last reported; not a number if it is none yet
 * @param rate the learning rate
 * @param validation what validation last gave, in words; else nothing
 * @param step split as last reported
 */
public record RunProgress(
    String awaited,
    double seconds,
    double left,
    long first,
    long step,
    long steps,
    double loss,
    double rate,
    String validation,
    StepSplit split) {
  /** What a launcher sets in the environment of ranks whose progress it shows. */
  public static final String VARIABLE = "WEFT_PROGRESS";

  /** How such a line begins. */
  private static final String START = "weft-progress:";

  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 15;

  /**
   * Where the time of a step goes, in milliseconds, on average over ranks.
   *
   * @param whole from one step to the next; 0 if nothing is known yet
   * @param hidden exchanges behind computation
   * @param exposed exchanges that computation stood still for
   * @param waiting for a peer that came later
   * @param slowest that peer, mostly; -1 if there is none
   * @param megabytes sent by a rank in a second
   */
  public record StepSplit(
      double whole, double hidden, double exposed, double waiting, int slowest, double megabytes) {
    /** Nothing is known yet. */
    public static final StepSplit NONE = new StepSplit(0, 0, 0, 0, -1, 0);
  }

  /** No step is made yet. */
  public static RunProgress awaiting(String what) {
    return new RunProgress(what, 0, Double.NaN, 0, 0, 0, Double.NaN, 0, "", StepSplit.NONE);
  }

  /** A step more is made. */
  public RunProgress at(double time, double more, long made) {
    return new RunProgress("", time, more, first, made, steps, loss, rate, validation, split);
  }

  /** The same with what a report says. */
  public RunProgress learnt(double reported, double used) {
    return new RunProgress(
        awaited, seconds, left, first, step, steps, reported, used, validation, split);
  }

  /** The same with what validation gave. */
  public RunProgress validated(String figures) {
    return new RunProgress(awaited, seconds, left, first, step, steps, loss, rate, figures, split);
  }

  /** The same with another split. */
  public RunProgress with(StepSplit reported) {
    return new RunProgress(
        awaited, seconds, left, first, step, steps, loss, rate, validation, reported);
  }

  /** The same while something else is waited for, after steps perhaps. */
  public RunProgress waitingFor(String what) {
    return new RunProgress(
        what, seconds, left, first, step, steps, loss, rate, validation, StepSplit.NONE);
  }

  /** As one line. */
  public String line() {
    var fields = new ArrayList<Object>();
    fields.addAll(List.of(seconds, left, first, step, steps, loss, rate));
    fields.addAll(List.of(split.whole, split.hidden, split.exposed, split.waiting));
    fields.addAll(List.of(split.slowest, split.megabytes, validation, awaited));
    var texts = fields.stream().map(it -> it.toString().replace(SEPARATOR, " ")).toList();
    return START + String.join(SEPARATOR, texts);
  }

  /** What a line says; empty if it is any other line. */
  public static Optional<RunProgress> of(String line) {
    var fields = is(line) ? line.substring(START.length()).split(SEPARATOR, -1) : new String[0];
    if (fields.length != FIELDS) {
      return Optional.empty();
    }
    try {
      var numbers = new double[FIELDS - 2];
      for (int at = 0; at < numbers.length; at++) {
        numbers[at] = Double.parseDouble(fields[at]);
      }
      var split =
          new StepSplit(
              numbers[7], numbers[8], numbers[9], numbers[10], (int) numbers[11], numbers[12]);
      return Optional.of(
          new RunProgress(
              fields[14],
              numbers[0],
              numbers[1],
              (long) numbers[2],
              (long) numbers[3],
              (long) numbers[4],
              numbers[5],
              numbers[6],
              fields[13],
              split));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a line is such a one, whole or not. */
  public static boolean is(String line) {
    return line.startsWith(START);
  }
}
