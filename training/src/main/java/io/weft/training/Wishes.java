package io.weft.training;

import io.weft.collective.Communicator;
import java.util.function.LongSupplier;

/**
 * What a rank asks all ranks for while they train, so that none parts from the others: to end, to
 * save, to report. It travels in the vote of a round, costs no message, and nothing here waits.
 */
public final class Wishes {
  private final RoundVote vote;
  private final Communicator communicator;
  private final LongSupplier rounds;

  /** After how many rounds it was saved last. */
  private long savedAfter = -1;

  /** Likewise before reports. */
  private long reportedAfter = -1;

  /**
   * @param rounds how many have been performed
   */
  Wishes(RoundVote vote, Communicator communicator, LongSupplier rounds) {
    this.vote = vote;
    this.communicator = communicator;
    this.rounds = rounds;
  }

  /**
   * Asks all ranks to end training soon: one of the next rounds will tell all of them, by {@link
   * #isAskedToEnd}. Any thread of any rank may call it.
   */
  public void askToEnd() {
    vote.askToEnd();
  }

  /**
   * Whether a rank had asked to end when the latest round was agreed on; the same on all ranks.
   * They then perform one round more, after which nothing follows, and may save.
   */
  public boolean isAskedToEnd() {
    return vote.isAskedToEnd(rounds.getAsLong() - 1, communicator);
  }

  /**
   * Asks all ranks to save soon: one of the next rounds will tell all of them, by {@link
   * #isAskedToSave}. It is asked until this rank has saved. Any thread of any rank may call it.
   */
  public void askToSave() {
    vote.askToSave();
  }

  /**
   * Whether a rank had asked for a checkpoint when the latest round was agreed on, and none was
   * saved since; the same on all ranks. They then perform one round more, after which they save.
   * Ranks that are asked to end are not asked to save besides.
   */
  public boolean isAskedToSave() {
    return savedAfter != rounds.getAsLong()
        && vote.isAskedToSave(rounds.getAsLong() - 1, communicator);
  }

  /**
   * Asks all ranks to report soon, by {@link #isAskedToReport}, until this rank {@link #reported}.
   * Any thread of any rank may call it.
   */
  public void askToReport() {
    vote.askToReport();
  }

  /**
   * Whether a rank had asked for a report when the latest round was agreed on, and none has come
   * since; the same on all ranks. They then perform one round more, after which they report. Ranks
   * that are asked to end or to save are not asked to report besides.
   */
  public boolean isAskedToReport() {
    return reportedAfter != rounds.getAsLong()
        && vote.isAskedToReport(rounds.getAsLong() - 1, communicator);
  }

  /** Says that all ranks have reported after this round. All ranks call it. */
  public void reported() {
    reportedAfter = rounds.getAsLong();
    vote.reported();
  }

  /** Says that all ranks have saved after this round. */
  void saved() {
    savedAfter = rounds.getAsLong();
    vote.saved();
  }
}
