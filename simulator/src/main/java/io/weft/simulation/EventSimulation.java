package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * Goes through a run of a graph event by event. Each resource does one thing at a time, of those
 * that are ready the first in the order of rounds and of the list, as {@code RoundRunner} does. A
 * task in parts lets a more urgent one go first between them, as chunks do on a link.
 */
final class EventSimulation {
  private static final int IDLE = -1;

  /** One resource; written by the loop alone. */
  private static final class Lane {
    final PriorityQueue<Integer> ready = new PriorityQueue<>();
    int running = IDLE;
    int previous = IDLE;
    double until;
  }

  private final List<Instance> instances;
  private final Cost[] costs;
  private final int[] missing;
  private final int[] partsLeft;
  private final List<List<Integer>> followers = new ArrayList<>();
  private final Map<Resource, Lane> lanes = new EnumMap<>(Resource.class);
  private final double[] readyAt;
  private final double[] start;
  private final double[] end;
  private final int[] cause;
  private double now;
  private int done;

  private EventSimulation(StepGraph graph, TaskCosts taskCosts, int rounds) {
    instances = graph.unroll(rounds);
    int count = instances.size();
    costs = new Cost[count];
    missing = new int[count];
    partsLeft = new int[count];
    readyAt = new double[count];
    start = new double[count];
    end = new double[count];
    cause = new int[count];
    for (var resource : Resource.values()) {
      lanes.put(resource, new Lane());
    }
    for (var instance : instances) {
      int index = instance.index();
      costs[index] = taskCosts.of(instance.task());
      partsLeft[index] = costs[index].parts();
      missing[index] = instance.predecessors().size();
      cause[index] = IDLE;
      followers.add(new ArrayList<>());
      instance.predecessors().forEach(before -> followers.get(before).add(index));
    }
  }

  /** Runs that many rounds and what they still owe. */
  static Timetable run(StepGraph graph, TaskCosts costs, int rounds) {
    var simulation = new EventSimulation(graph, costs, rounds);
    simulation.run();
    return new Timetable(
        graph,
        simulation.instances,
        List.of(simulation.costs),
        simulation.start,
        simulation.end,
        simulation.cause);
  }

  private void run() {
    for (var instance : instances) {
      if (missing[instance.index()] == 0) {
        lane(instance.index()).ready.add(instance.index());
      }
    }
    while (done < instances.size()) {
      for (var lane : lanes.values()) {
        begin(lane);
      }
      now = earliestEnd();
      for (var lane : lanes.values()) {
        if (lane.running != IDLE && lane.until <= now) {
          endPart(lane);
        }
      }
    }
  }

  private Lane lane(int index) {
    return Objects.requireNonNull(lanes.get(instances.get(index).node().resource()));
  }

  private double earliestEnd() {
    double earliest = Double.POSITIVE_INFINITY;
    for (var lane : lanes.values()) {
      if (lane.running != IDLE) {
        earliest = Math.min(earliest, lane.until);
      }
    }
    if (Double.isInfinite(earliest)) {
      throw new AssertionError("a graph without cycles came to a halt");
    }
    return earliest;
  }

  private void begin(Lane lane) {
    if (lane.running != IDLE || lane.ready.isEmpty()) {
      return;
    }
    int index = lane.ready.remove();
    lane.running = index;
    lane.until = now + costs[index].seconds() / costs[index].parts();
    if (partsLeft[index] == costs[index].parts()) {
      start[index] = now;
      if (now > readyAt[index]) {
        cause[index] = lane.previous;
      }
    }
  }

  private void endPart(Lane lane) {
    int index = lane.running;
    lane.running = IDLE;
    if (--partsLeft[index] > 0) {
      lane.ready.add(index);
      return;
    }
    lane.previous = index;
    end[index] = now;
    done++;
    for (int follower : followers.get(index)) {
      if (--missing[follower] == 0) {
        readyAt[follower] = now;
        cause[follower] = index;
        lane(follower).ready.add(follower);
      }
    }
  }
}
