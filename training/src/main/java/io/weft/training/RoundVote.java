package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Whether all ranks can go on after a round, and want to. One that cannot objects; all learn of it
 * behind backward, and end with its sentence. One that wants training to end, a checkpoint or a
 * report asks; all learn of it likewise, and end or save in good order.
 *
 * <p>What each says is one number, of which the least counts: its rank if it objects, or else the
 * number of ranks and what it asks for, in the order of {@link Wish}.
 */
final class RoundVote {
  /** What a rank may ask for; of several what comes first counts, and includes what follows. */
  private enum Wish {
    END(0),
    SAVE(1),
    REPORT(2),
    GO_ON(3);

    private final int place;

    Wish(int place) {
      this.place = place;
    }
  }

  /** What this rank says against rounds. */
  private final ConcurrentNavigableMap<Long, String> objections = new ConcurrentSkipListMap<>();

  /** For the latest round, the least that ranks have said. */
  private final Map<Long, Long> said = new ConcurrentHashMap<>();

  private volatile boolean askedToEnd;
  private volatile boolean askedToSave;
  private volatile boolean askedToReport;

  /**
   * The first objection of a round counts. What is found out in an exchange comes too late for the
   * vote on its round, and counts in the next one.
   */
  void object(long round, String sentence) {
    objections.putIfAbsent(round, sentence);
  }

  /** Counts in all votes from now on. */
  void askToEnd() {
    askedToEnd = true;
  }

  /** Counts in all votes until {@link #saved}. */
  void askToSave() {
    askedToSave = true;
  }

  /** There is a checkpoint now. */
  void saved() {
    askedToSave = false;
  }

  /** Counts in all votes until {@link #reported}. */
  void askToReport() {
    askedToReport = true;
  }

  /** Ranks have told how far they are. */
  void reported() {
    askedToReport = false;
  }

  private Wish wish() {
    if (askedToEnd) {
      return Wish.END;
    }
    return askedToSave ? Wish.SAVE : askedToReport ? Wish.REPORT : Wish.GO_ON;
  }

  /** All ranks call it in a round when they have run forward, and at the end of a run. */
  void agree(long round, Communicator own) {
    long content = number(wish(), own);
    long[] least = {objections.isEmpty() ? content : own.rank()};
    own.allReduce(Tensor.of(least), Reduction.MIN);
    said.clear();
    said.put(round, least[0]);
  }

  /** Whether no rank objects to a round that ranks have agreed on. */
  boolean isPassed(long round, Communicator communicator) {
    return least(round, communicator) >= communicator.ranks();
  }

  /** Whether a rank asks to end, in a round that ranks have agreed on. */
  boolean isAskedToEnd(long round, Communicator communicator) {
    return least(round, communicator) == number(Wish.END, communicator);
  }

  /** Whether a rank asks for a checkpoint, in a round that ranks have agreed on. */
  boolean isAskedToSave(long round, Communicator communicator) {
    return least(round, communicator) == number(Wish.SAVE, communicator);
  }

  /** Whether a rank asks for a report, in a round that ranks have agreed on. */
  boolean isAskedToReport(long round, Communicator communicator) {
    return least(round, communicator) == number(Wish.REPORT, communicator);
  }

  private static long number(Wish wish, Communicator communicator) {
    return communicator.ranks() + (long) wish.place;
  }

  private long least(long round, Communicator communicator) {
    return said.getOrDefault(round, number(Wish.GO_ON, communicator));
  }

  /** What the first rank objects. All ranks call it, if the vote has not passed. */
  String sentence(long round, Communicator communicator) {
    int root = Math.toIntExact(said.getOrDefault(round, 0L));
    var first = objections.firstEntry();
    var own = (first == null ? "" : first.getValue()).getBytes(StandardCharsets.UTF_8);
    long[] length = {own.length};
    communicator.broadcast(Tensor.of(length), root);
    var bytes = communicator.rank() == root ? own : new byte[Math.toIntExact(length[0])];
    communicator.broadcast(Tensor.of(bytes), root);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
