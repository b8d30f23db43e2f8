package io.weft.schedule.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What every rank does in a round, with what must wait for what. A round performs one step, or H of
 * them where the graph is {@linkplain Consistency.Local local}.
 *
 * <p>Order is given by dependencies alone. That a resource is free is no promise, and the order of
 * the list says only which of several ready tasks goes first. Prologue and epilogue follow from the
 * round, see "Ages" in the package description; after the epilogue memory is as it was before the
 * prologue, so a run may be cut anywhere, for a checkpoint for example, and begun anew.
 *
 * @param gradientBuffers how many buffers for gradients a bucket has; round r fills buffer r modulo
 *     this number
 * @param treatments the names of the {@linkplain Task.Local local tasks} that every gradient goes
 *     through, in this order, before it is applied
 * @param round the nodes of the steady round, each listed after those of the same round that it
 *     waits for
 */
public record StepGraph(
    String name,
    Consistency consistency,
    Shape shape,
    int gradientBuffers,
    List<String> treatments,
    List<Node> round) {
  private record Place(Task task, int round) {}

  public StepGraph {
    treatments = List.copyOf(treatments);
    round = List.copyOf(round);
    if (gradientBuffers < 1) {
      throw new IllegalArgumentException(
          "%s has %d gradient buffers: at least 1".formatted(name, gradientBuffers));
    }
    if (round.stream().noneMatch(node -> node.age() == 0)) {
      throw new IllegalArgumentException(name + " has no task of age 0: lower all ages");
    }
    checkOrder(round);
    new Bounds(shape, consistency.stepsPerRound()).check(round);
  }

  /** A graph with one gradient buffer and gradients that are applied untreated. */
  public static StepGraph of(String name, Consistency consistency, Shape shape, List<Node> round) {
    return new StepGraph(name, consistency, shape, 1, List.of(), round);
  }

  private static void checkOrder(List<Node> round) {
    var all = new HashSet<Task>();
    for (var node : round) {
      if (!all.add(node.task())) {
        throw new IllegalArgumentException(
            node.task() + " is listed twice: a round holds each task once");
      }
    }
    var listed = new HashSet<Task>();
    for (var node : round) {
      for (var dependency : node.dependencies()) {
        checkKnown(node, dependency, dependency.roundsBack() == 0 ? listed : all);
      }
      listed.add(node.task());
    }
  }

  private static void checkKnown(Node node, Dependency dependency, HashSet<Task> known) {
    if (!known.contains(dependency.task())) {
      throw new IllegalArgumentException(
          ("%s waits for %s, which is not listed%s: list a task after those it waits for,"
                  + " which excludes circles")
              .formatted(
                  node.task(), dependency, dependency.roundsBack() == 0 ? " before it" : ""));
    }
  }

  /** How many micro-steps a round has. */
  public int microStepsPerRound() {
    return shape.microSteps() * consistency.stepsPerRound();
  }

  /** The greatest age: how many rounds the prologue has, and the epilogue. */
  public int depth() {
    return round.stream().mapToInt(Node::age).max().orElse(0);
  }

  /** The first rounds of a run, which find less to do than the steady one. */
  public List<List<Node>> prologue() {
    return IntStream.range(0, depth()).mapToObj(first -> aged(0, first)).toList();
  }

  /** What is still owed after the last round of a run, in rounds. */
  public List<List<Node>> epilogue() {
    return IntStream.range(0, depth()).mapToObj(after -> aged(after + 1, depth())).toList();
  }

  private List<Node> aged(int from, int to) {
    return round.stream().filter(node -> from <= node.age() && node.age() <= to).toList();
  }

  /**
   * A whole run, prologue and epilogue included, as one graph without cycles.
   *
   * @param rounds how many rounds are performed, at least 1
   * @return in an order that the dependencies allow
   */
  public List<Instance> unroll(int rounds) {
    var run = new ArrayList<Instance>();
    var waits = new HashMap<Place, Set<Integer>>();
    for (int at = 0; at < rounds + depth(); at++) {
      for (var node : round) {
        var place = new Place(node.task(), at);
        var before = before(node, at, waits);
        int origin = at - node.age();
        if (0 <= origin && origin < rounds) {
          waits.put(place, Set.of(run.size()));
          run.add(new Instance(run.size(), at, node, List.copyOf(before)));
        } else {
          waits.put(place, before);
        }
      }
    }
    return run;
  }

  private static Set<Integer> before(Node node, int at, Map<Place, Set<Integer>> waits) {
    var before = new TreeSet<Integer>();
    for (var dependency : node.dependencies()) {
      var place = new Place(dependency.task(), at - dependency.roundsBack());
      before.addAll(waits.getOrDefault(place, Set.of()));
    }
    return before;
  }

  @Override
  public String toString() {
    return "%s (%s), %d tasks".formatted(name, consistency, round.size());
  }
}
