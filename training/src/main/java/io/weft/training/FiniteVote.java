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
 * Whether all ranks can go on after a round. One that cannot objects; all learn of it behind
 * backward, and end with its sentence.
 */
final class FiniteVote {
  /** What this rank says against rounds. */
  private final ConcurrentNavigableMap<Long, String> objections = new ConcurrentSkipListMap<>();

  /** For the latest round the first rank that objects, or the number of ranks. */
  private final Map<Long, Long> firsts = new ConcurrentHashMap<>();

  /**
   * The first objection of a round counts. What is found out in an exchange comes too late for the
   * vote on its round, and counts in the next one.
   */
  void object(long round, String sentence) {
    objections.putIfAbsent(round, sentence);
  }

  /** All ranks call it in a round when they have run forward, and at the end of a run. */
  void agree(long round, Communicator own) {
    long[] first = {objections.isEmpty() ? own.ranks() : own.rank()};
    own.allReduce(Tensor.of(first), Reduction.MIN);
    firsts.clear();
    firsts.put(round, first[0]);
  }

  /** Whether no rank objects to a round that ranks have agreed on. */
  boolean isPassed(long round, Communicator communicator) {
    return firsts.getOrDefault(round, (long) communicator.ranks()) == communicator.ranks();
  }

  /** What the first rank objects. All ranks call it, if the vote has not passed. */
  String sentence(long round, Communicator communicator) {
    int root = Math.toIntExact(firsts.getOrDefault(round, 0L));
    var first = objections.firstEntry();
    var own = (first == null ? "" : first.getValue()).getBytes(StandardCharsets.UTF_8);
    long[] length = {own.length};
    communicator.broadcast(Tensor.of(length), root);
    var bytes = communicator.rank() == root ? own : new byte[Math.toIntExact(length[0])];
    communicator.broadcast(Tensor.of(bytes), root);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
