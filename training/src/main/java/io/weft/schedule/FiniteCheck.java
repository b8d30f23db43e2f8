package io.weft.schedule;

import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Forward;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets ranks tell each other in every round whether their loss is finite, so that all stop in the
 * same round or none. The agreement follows the last forward and nothing waits for it but that of
 * the next round and the end of this one, so it goes on behind backward.
 */
public final class FiniteCheck {
  /** The agreement on whose loss is not finite. */
  public static final String FINITE = "finite";

  private FiniteCheck() {}

  /** The same graph with the agreement. */
  public static StepGraph added(StepGraph graph) {
    var last = new Forward(graph.shape().stages() - 1, graph.microStepsPerRound() - 1);
    var agree = new Agree(FINITE, List.of(), Extent.WHOLE);
    var round = new ArrayList<Node>();
    for (var node : graph.round()) {
      round.add(node);
      if (node.task().equals(last)) {
        round.add(Node.of(agree).after(last).afterPrevious(agree));
      }
    }
    return new StepGraph(
        graph.name(),
        graph.consistency(),
        graph.shape(),
        graph.gradientBuffers(),
        graph.treatments(),
        round);
  }
}
