package io.weft.training;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Task;
import io.weft.training.round.Witness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long forward and backward of each stage took, round by round. */
final class PassTimes implements Witness {
  private final Map<Task, List<Long>> nanos = new HashMap<>();

  @Override
  public synchronized void ran(Node node, long round, long startNanos, long endNanos) {
    if (node.task() instanceof Task.Forward || node.task() instanceof Task.Backward) {
      nanos.computeIfAbsent(node.task(), _ -> new ArrayList<>()).add(endNanos - startNanos);
    }
  }

  @Override
  public void began(Task task, long round, long startNanos) {}

  @Override
  public void waited(Task cause, long round, long startNanos, long endNanos) {}

  /** Of each the median, the later one of two. */
  synchronized Map<Task, Long> medians() {
    var medians = new HashMap<Task, Long>();
    nanos.forEach(
        (task, each) -> medians.put(task, each.stream().sorted().toList().get(each.size() / 2)));
    return medians;
  }
}
