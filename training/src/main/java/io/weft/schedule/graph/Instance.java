package io.weft.schedule.graph;

import java.util.List;

/**
 * A node in one round of a run.
 *
 * @param index its place in the run, from 0
 * @param round the round in which it runs, from 0; the epilogue's rounds come after the last
 * @param predecessors the indices, ascending, of what must be done before it starts; all are lower
 *     than its own
 */
public record Instance(int index, int round, Node node, List<Integer> predecessors) {
  public Instance {
    predecessors = List.copyOf(predecessors);
  }

  public Task task() {
    return node.task();
  }

  /** The round whose work it does. */
  public int origin() {
    return round - node.age();
  }

  @Override
  public String toString() {
    return task() + " in round " + round;
  }
}
