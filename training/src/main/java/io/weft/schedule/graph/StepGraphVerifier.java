package io.weft.schedule.graph;

import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Proves that a graph keeps the law of its {@link Consistency}, for every number of rounds and for
 * every order that its dependencies allow: no two conflicting accesses to parameters, gradients,
 * activations or agreements are unordered; every stage runs forward and backward once per
 * micro-step, on its own round's activations and on the parameters that are promised; every update
 * applies the complete gradient of its step; nothing is exchanged in vain; and the epilogue leaves
 * nothing owed. See "One execution" in the package description.
 */
public final class StepGraphVerifier {
  private StepGraphVerifier() {}

  public static Verdict verify(StepGraph graph) {
    try {
      checkPasses(graph);
      int enough = enoughRounds(graph);
      for (int rounds = 1; rounds < enough; rounds++) {
        new Execution(graph, rounds).run();
      }
      var longest = new Execution(graph, enough);
      longest.run();
      checkRepeats(graph, longest, enough);
      return new Verdict.Proved(longest.accesses());
    } catch (Refuted refuted) {
      return new Verdict.Refuted(String.valueOf(refuted.getMessage()));
    }
  }

  /**
   * Rounds until the steady state has been seen twice. It is reached after the prologue and the
   * delay, and its period is the number of gradient buffers: every cell is written once in that
   * time, so accesses further apart are ordered if neighbouring ones are.
   */
  private static int enoughRounds(StepGraph graph) {
    return graph.depth() + graph.consistency().delay() + graph.gradientBuffers() + 2;
  }

  private static void checkPasses(StepGraph graph) {
    var tasks = graph.round().stream().map(Node::task).collect(Collectors.toSet());
    for (int stage = 0; stage < graph.shape().stages(); stage++) {
      for (int micro = 0; micro < graph.microStepsPerRound(); micro++) {
        for (var task : List.of(new Forward(stage, micro), new Backward(stage, micro))) {
          if (!tasks.contains(task)) {
            throw new Refuted("%s has no %s".formatted(graph.name(), task));
          }
        }
      }
    }
  }

  /** What happens next depends on the memory alone, so a memory that returns returns for ever. */
  private static void checkRepeats(StepGraph graph, Execution run, int rounds) {
    int last = rounds - 2;
    int earlier = last - graph.gradientBuffers();
    var expected = later(run.after(earlier), graph);
    if (!run.after(last).equals(expected)) {
      throw new Refuted(
          "round %d does not leave the memory as round %d did: the graph has no steady state"
              .formatted(last, earlier));
    }
  }

  private static Map<Cell, Content> later(Map<Cell, Content> memory, StepGraph graph) {
    var moved = new HashMap<Cell, Content>();
    memory.forEach(
        (cell, content) ->
            moved.put(
                cell, content.later(graph.gradientBuffers(), graph.consistency().stepsPerRound())));
    return moved;
  }
}
