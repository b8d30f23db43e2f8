package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Another schedule with its gradients clipped to a global norm. The norm needs all summed
 * gradients, so an agreement stands between the exchanges and the first update: a barrier, and the
 * graph shows it.
 */
public record GlobalNormClipping(Schedule schedule) implements Schedule {
  /** Scales a gradient down if the norm is too long. */
  public static final String CLIP = "clip";

  /** The agreement on the square of the norm. */
  public static final String NORM = "norm";

  @Override
  public String name() {
    return schedule.name() + " with clipping";
  }

  /** Throws where the schedule is local and has no gradients in common. */
  @Override
  public StepGraph graph(Shape shape) {
    var graph = schedule.graph(shape);
    if (graph.consistency() instanceof Consistency.Local) {
      throw new IllegalArgumentException(
          "%s never sums gradients and so has no global norm: choose an exact or delayed schedule"
              .formatted(graph.name()));
    }
    var early = new ArrayList<Node>();
    var updates = new ArrayList<Node>();
    var late = new ArrayList<Node>();
    for (var node : graph.round()) {
      if (node.task() instanceof Update) {
        updates.add(node);
      } else {
        (waitsForAny(node, updates) || waitsForAny(node, late) ? late : early).add(node);
      }
    }
    var treatments = new ArrayList<>(graph.treatments());
    treatments.add(CLIP);
    var round = new ArrayList<>(early);
    boolean passes = late.stream().anyMatch(node -> node.task() instanceof Forward);
    round.addAll(clipped(shape, updates, passes));
    round.addAll(late);
    return new StepGraph(
        name(), graph.consistency(), shape, graph.gradientBuffers(), treatments, round);
  }

  private static boolean waitsForAny(Node node, List<Node> others) {
    return others.stream()
        .anyMatch(other -> node.dependencies().contains(new Dependency(other.task(), 0)));
  }

  /**
   * The updates of a round with an agreement before them all and a clip before each.
   *
   * @param passes whether passes of the round wait for them
   */
  private static List<Node> clipped(Shape shape, List<Node> updates, boolean passes) {
    var extent =
        updates.stream().map(GlobalNormClipping::update).findFirst().orElseThrow().extent();
    var buckets = IntStream.range(0, shape.buckets()).boxed().toList();
    var agree = Node.of(new Agree(NORM, buckets, extent)).aged(updates.getFirst().age());
    var nodes = new ArrayList<Node>();
    for (var node : updates) {
      var clip = clip(update(node));
      var others = new LinkedHashSet<Dependency>();
      for (var dependency : node.dependencies()) {
        if (bringsGradients(dependency)) {
          agree = agree.after(dependency);
        } else {
          others.add(dependency);
        }
      }
      if (node.age() > 0 && !passes) {
        // Nothing else lies between the use of one agreement and the making of the next.
        agree = agree.afterPrevious(clip);
      }
      nodes.add(Node.of(clip).aged(node.age()).after(agree.task()));
      nodes.add(node.withDependencies(others).after(clip));
    }
    nodes.addFirst(agree);
    return nodes;
  }

  private static Update update(Node node) {
    return (Update) node.task();
  }

  private static Local clip(Update update) {
    return new Local(CLIP, update.bucket(), update.step(), update.extent(), List.of(NORM));
  }

  private static boolean bringsGradients(Dependency dependency) {
    return dependency.task() instanceof Transfer(_, var phase, _)
        && phase != Phase.ALL_GATHER_PARAMETERS;
  }
}
