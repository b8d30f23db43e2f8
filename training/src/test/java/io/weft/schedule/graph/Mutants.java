package io.weft.schedule.graph;

import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Graphs that differ from a given one in one place. Those that cannot be made are left out. */
public final class Mutants {
  /** A graph, and in words what was changed in it. */
  public record Mutant(String change, StepGraph graph) {}

  private final StepGraph graph;
  private final List<Mutant> made = new ArrayList<>();

  private Mutants(StepGraph graph) {
    this.graph = graph;
  }

  /** Every graph with one dependency less. */
  public static List<Mutant> withoutOneDependency(StepGraph graph) {
    return collect(graph, Mutants::dropDependencies);
  }

  /** Every graph with a task less: what waited for it waits for nothing, or for what it did. */
  public static List<Mutant> withoutOneTask(StepGraph graph) {
    return collect(graph, Mutants::dropTasks);
  }

  /** Every graph of which one task waits for another one instead of the right one. */
  public static List<Mutant> withOneDependencyRedirected(StepGraph graph) {
    return collect(graph, Mutants::redirectDependencies);
  }

  /** Every graph of which one task has another phase, extent, bucket or age. */
  public static List<Mutant> withOneTaskChanged(StepGraph graph) {
    return collect(graph, Mutants::changeTasks);
  }

  /** Every graph of which one task occupies something else. */
  public static List<Mutant> withOneResourceChanged(StepGraph graph) {
    return collect(graph, Mutants::changeResources);
  }

  /** Every graph with one gradient buffer or treatment less or more. */
  public static List<Mutant> withOtherDeclarations(StepGraph graph) {
    return collect(graph, Mutants::changeDeclarations);
  }

  private static List<Mutant> collect(StepGraph graph, Consumer<Mutants> how) {
    var mutants = new Mutants(graph);
    how.accept(mutants);
    return mutants.made;
  }

  private void dropDependencies() {
    for (var node : graph.round()) {
      for (var dependency : node.dependencies()) {
        var fewer = new LinkedHashSet<>(node.dependencies());
        fewer.remove(dependency);
        add(
            node.task() + " no longer waits for " + dependency,
            replace(node, node.withDependencies(fewer)));
      }
    }
  }

  private void redirectDependencies() {
    for (var node : graph.round()) {
      for (var dependency : node.dependencies()) {
        for (var other : graph.round()) {
          for (int roundsBack = 0; roundsBack <= 2; roundsBack++) {
            redirect(node, dependency, new Dependency(other.task(), roundsBack));
          }
        }
      }
    }
  }

  private void redirect(Node node, Dependency from, Dependency to) {
    if (!node.dependencies().contains(to)) {
      var others = new LinkedHashSet<>(node.dependencies());
      others.remove(from);
      others.add(to);
      add(
          node.task() + " waits for " + to + " instead of " + from,
          replace(node, node.withDependencies(others)));
    }
  }

  private void dropTasks() {
    for (var node : graph.round()) {
      add("no " + node.task(), without(node, false));
      add("no " + node.task() + ", waits handed on", without(node, true));
    }
  }

  private List<Node> without(Node gone, boolean handOn) {
    var nodes = new ArrayList<Node>();
    for (var node : graph.round()) {
      var kept = new LinkedHashSet<Dependency>();
      for (var dependency : node.dependencies()) {
        if (!dependency.task().equals(gone.task())) {
          kept.add(dependency);
        } else if (handOn) {
          gone.dependencies()
              .forEach(
                  its ->
                      kept.add(
                          new Dependency(its.task(), its.roundsBack() + dependency.roundsBack())));
        }
      }
      if (!node.equals(gone)) {
        nodes.add(node.withDependencies(kept));
      }
    }
    return nodes;
  }

  private void changeTasks() {
    for (var node : graph.round()) {
      for (int age : List.of(node.age() - 1, node.age() + 1)) {
        if (age >= 0) {
          add(node.task() + " with age " + age, replace(node, node.aged(age)));
        }
      }
      for (var task : others(node.task()).toList()) {
        var changed = new Node(task, node.resource(), node.age(), node.dependencies());
        add(task + " instead of " + node.task(), rename(node.task(), replace(node, changed), task));
      }
    }
  }

  /** The tasks that a slip of the pen would make of this one. */
  private Stream<Task> others(Task task) {
    return switch (task) {
      case Transfer(var bucket, var phase, var turn) ->
          Stream.concat(
              Stream.of(Phase.values())
                  .filter(other -> other != phase)
                  .map(other -> new Transfer(bucket, other, turn)),
              buckets(bucket).map(other -> new Transfer(other, phase, turn + 1)));
      case Update(var bucket, var step, var extent) ->
          Stream.of(new Update(bucket, step, other(extent)));
      case Local(var name, var bucket, var step, var extent, var agreements) ->
          Stream.of(
              new Local(name, bucket, step, other(extent), agreements),
              new Local(name + "'", bucket, step, extent, agreements),
              new Local(name, bucket, step, extent, List.of("nothing")));
      case Agree(var name, var buckets, var extent) ->
          Stream.of(
              new Agree(name + "'", buckets, extent),
              new Agree(name, buckets.subList(1, buckets.size()), extent),
              new Agree(name, buckets, other(extent)));
      case Task.Forward _, Task.Backward _, Task.Release _ -> Stream.of();
    };
  }

  private Stream<Integer> buckets(int except) {
    return Stream.iterate(0, bucket -> bucket + 1)
        .limit(graph.shape().buckets())
        .filter(bucket -> bucket != except);
  }

  private static Extent other(Extent extent) {
    return extent == Extent.WHOLE ? Extent.SHARD : Extent.WHOLE;
  }

  private void changeResources() {
    for (var node : graph.round()) {
      for (var resource : Resource.values()) {
        if (resource != node.resource() && node.task().resources().contains(resource)) {
          add(node.task() + " on " + resource, replace(node, node.on(resource)));
        }
      }
    }
  }

  private void changeDeclarations() {
    declare(graph.gradientBuffers() - 1, graph.treatments());
    declare(graph.gradientBuffers(), List.of("unheard of"));
    if (!graph.treatments().isEmpty()) {
      declare(graph.gradientBuffers(), List.of());
    }
  }

  private void declare(int buffers, List<String> treatments) {
    attempt(
        buffers + " buffers and treatments " + treatments,
        () ->
            new StepGraph(
                graph.name(),
                graph.consistency(),
                graph.shape(),
                buffers,
                treatments,
                graph.round()));
  }

  private List<Node> replace(Node old, Node changed) {
    return graph.round().stream().map(node -> node.equals(old) ? changed : node).toList();
  }

  private static List<Node> rename(Task old, List<Node> nodes, Task name) {
    UnaryOperator<Dependency> renamed =
        dependency ->
            dependency.task().equals(old)
                ? new Dependency(name, dependency.roundsBack())
                : dependency;
    return nodes.stream()
        .map(
            node ->
                node.withDependencies(
                    new LinkedHashSet<>(node.dependencies().stream().map(renamed).toList())))
        .toList();
  }

  private void add(String change, List<Node> round) {
    attempt(
        change,
        () ->
            new StepGraph(
                graph.name(),
                graph.consistency(),
                graph.shape(),
                graph.gradientBuffers(),
                graph.treatments(),
                round));
  }

  private void attempt(String change, java.util.function.Supplier<StepGraph> make) {
    try {
      made.add(new Mutant(change, make.get()));
    } catch (IllegalArgumentException refusedAtBirth) {
      // A graph that cannot even be made is rejected, which is what the caller wants to see.
    }
  }
}
