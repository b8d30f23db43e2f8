package io.weft.simulation;

import io.weft.schedule.graph.Task;

/** What the tasks of a round cost. */
public interface TaskCosts {
  Cost of(Task task);
}
