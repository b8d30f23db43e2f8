package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * What there is to do in a run, numbered: the instances of the graph in their order, and after them
 * what the processor of a host does before and after exchanges. Whoever waits for an exchange waits
 * for that too.
 */
final class Agenda {
  private final List<Instance> instances;
  private final List<Cost> costs = new ArrayList<>();
  private final List<Resource> resources = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();
  private final List<List<Integer>> before = new ArrayList<>();
  private final List<List<Integer>> after = new ArrayList<>();

  /** By instance: what begins it, and what ends it. */
  private final int[] first;

  private final int[] last;

  Agenda(StepGraph graph, TaskCosts taskCosts, int rounds) {
    instances = graph.unroll(rounds);
    first = new int[instances.size()];
    last = new int[instances.size()];
    for (var instance : instances) {
      first[instance.index()] = instance.index();
      last[instance.index()] = instance.index();
      add(instance.index(), instance.node().resource(), taskCosts.of(instance.task()));
    }
    instances.forEach(instance -> surround(instance, taskCosts));
    for (var instance : instances) {
      instance.predecessors().forEach(it -> order(last[it], first[instance.index()]));
    }
  }

  private int add(int owner, Resource resource, Cost cost) {
    costs.add(cost);
    resources.add(resource);
    owners.add(owner);
    before.add(new ArrayList<>());
    after.add(new ArrayList<>());
    return costs.size() - 1;
  }

  private void surround(Instance instance, TaskCosts taskCosts) {
    int index = instance.index();
    var ahead = taskCosts.before(instance.task());
    if (ahead.seconds() > 0) {
      first[index] = add(index, Resource.HOST, ahead);
      order(first[index], index);
    }
    var behind = taskCosts.after(instance.task());
    if (behind.seconds() > 0) {
      last[index] = add(index, Resource.HOST, behind);
      order(index, last[index]);
    }
  }

  private void order(int one, int next) {
    after.get(one).add(next);
    before.get(next).add(one);
  }

  List<Instance> instances() {
    return instances;
  }

  int count() {
    return costs.size();
  }

  Cost cost(int index) {
    return costs.get(index);
  }

  Resource resource(int index) {
    return resources.get(index);
  }

  /** All ranks do it together. */
  boolean isShared(int index) {
    return resources.get(index) == Resource.LINK;
  }

  /** The instance that it is, or belongs to. */
  Instance instance(int index) {
    return instances.get(owners.get(index));
  }

  /** What begins an instance: it, or what the host does ahead of it. */
  int first(int instance) {
    return first[instance];
  }

  /** What ends it. */
  int last(int instance) {
    return last[instance];
  }

  List<Integer> predecessors(int index) {
    return before.get(index);
  }

  List<Integer> followers(int index) {
    return after.get(index);
  }
}
