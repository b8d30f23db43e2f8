package io.weft.schedule;

import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Another schedule for optimizers that must know the norms of whole parameters, such as LARS and
 * LAMB, where an update sees only a part of them: each update first measures its part, those of one
 * group agree on the sums, and each takes them over before it goes on.
 *
 * @param groups the buckets whose sums are added up, each bucket in one of them
 */
public record AgreedNorms(Schedule schedule, List<List<Integer>> groups) implements Schedule {
  /** Measures what an update will see, and may turn the gradient into what it will need. */
  public static final String MEASURE = "measure";

  /** Takes over the sums that were agreed on. */
  public static final String TRUST = "trust";

  public AgreedNorms {
    groups = groups.stream().map(List::copyOf).toList();
  }

  @Override
  public String name() {
    return schedule.name() + " with agreed norms";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var graph = schedule.graph(shape);
    var round = new ArrayList<Node>();
    var measured = new ArrayList<Node>();
    for (var node : graph.round()) {
      if (node.task() instanceof Update update) {
        round.add(node.withTask(measure(update)));
        measured.add(node);
        round.addAll(agreedIfComplete(groupOf(update.bucket()), measured));
      } else {
        round.add(node);
      }
    }
    var treatments = new ArrayList<>(graph.treatments());
    treatments.addAll(List.of(MEASURE, TRUST));
    return new StepGraph(
        name(), graph.consistency(), shape, graph.gradientBuffers(), treatments, round);
  }

  private List<Integer> groupOf(int bucket) {
    return groups.stream()
        .filter(group -> group.contains(bucket))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "bucket %d is in none of the groups %s".formatted(bucket, groups)));
  }

  /** Once all of a group are measured, what makes updates of the measures. */
  private static List<Node> agreedIfComplete(List<Integer> group, List<Node> measured) {
    var members = measured.stream().filter(node -> group.contains(update(node).bucket())).toList();
    if (members.size() < group.size()) {
      return List.of();
    }
    var first = members.getFirst();
    var name = "norms of bucket " + group.getFirst();
    var agree = Node.of(new Agree(name, group, update(first).extent())).aged(first.age());
    var nodes = new ArrayList<Node>();
    for (var member : members) {
      var trust = trust(update(member), name);
      agree = agree.after(measure(update(member)));
      nodes.add(Node.of(trust).aged(member.age()).after(agree.task()));
      nodes.add(member.withDependencies(new LinkedHashSet<>(List.of(new Dependency(trust, 0)))));
    }
    nodes.addFirst(agree);
    return nodes;
  }

  private static Update update(Node node) {
    return (Update) node.task();
  }

  private static Local measure(Update update) {
    return new Local(MEASURE, update.bucket(), update.step(), update.extent(), List.of());
  }

  private static Local trust(Update update, String agreement) {
    return new Local(TRUST, update.bucket(), update.step(), update.extent(), List.of(agreement));
  }
}
