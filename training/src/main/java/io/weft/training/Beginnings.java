package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Lets ranks tell each other when each began with a bucket. Whether a peer that is not heard of has
 * not begun or is busy with another part of it, only the peer can tell: in a ring or a tree most
 * ranks never hear of each other.
 */
record Beginnings(Communicator communicator) {
  private static final long NOT_YET = Long.MAX_VALUE;

  /**
   * When the last rank began with each bucket of some rounds, by the clock of this rank; those with
   * which not all have begun are left out. All ranks call it.
   *
   * @param own when this rank did
   * @param aheadNanos how far its clock is ahead of that of rank 0
   */
  Map<Passage, Long> byAll(
      StepGraph graph,
      long firstRound,
      long lastRound,
      Function<Passage, OptionalLong> own,
      long aheadNanos) {
    var passages = passages(graph, firstRound, lastRound);
    long[] nanos =
        passages.stream()
            .mapToLong(
                passage -> {
                  var began = own.apply(passage);
                  return began.isEmpty() ? NOT_YET : began.getAsLong() - aheadNanos;
                })
            .toArray();
    communicator.allReduce(Tensor.of(nanos), Reduction.MAX);
    var byAll = new HashMap<Passage, Long>();
    for (int at = 0; at < nanos.length; at++) {
      if (nanos[at] != NOT_YET) {
        byAll.put(passages.get(at), nanos[at] + aheadNanos);
      }
    }
    return byAll;
  }

  private static List<Passage> passages(StepGraph graph, long firstRound, long lastRound) {
    var tasks =
        graph.round().stream().map(Node::task).filter(it -> it instanceof Task.Transfer).toList();
    var passages = new ArrayList<Passage>();
    for (long round = firstRound; round <= lastRound; round++) {
      for (var task : tasks) {
        passages.add(new Passage(task, round));
      }
    }
    return passages;
  }
}
