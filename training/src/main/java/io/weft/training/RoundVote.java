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
 * behind backward, and end with its sentence. One that wants training to end asks; all learn of it
 * likewise, and end in good order.
 *
 * <p>What each says is one number, of which the least counts: its rank if it objects, the number of
 * ranks if it asks to end, one more if neither.
 */
final class RoundVote {
  /** What this rank says against rounds. */
  private final ConcurrentNavigableMap<Long, String> objections = new ConcurrentSkipListMap<>();

  /** For the latest round, the least that ranks have said. */
  private final Map<Long, Long> said = new ConcurrentHashMap<>();

  private volatile boolean askedToEnd;

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

  /** All ranks call it in a round when they have run forward, and at the end of a run. */
  void agree(long round, Communicator own) {
    long content = askedToEnd ? own.ranks() : own.ranks() + 1;
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
    return least(round, communicator) == communicator.ranks();
  }

  private long least(long round, Communicator communicator) {
    return said.getOrDefault(round, communicator.ranks() + 1L);
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
