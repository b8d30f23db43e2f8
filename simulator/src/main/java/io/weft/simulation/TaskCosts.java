package io.weft.simulation;

import io.weft.schedule.graph.Task;
import io.weft.training.round.Credit;

/** What the tasks of a round cost. */
public interface TaskCosts {
  Cost of(Task task);

  /** Which exchanges may be under way at once. */
  default Credit credit() {
    return Credit.UNLIMITED;
  }

  /** What the processor of the host does before a task, beside what the rank computes. */
  default Cost before(Task task) {
    return Cost.NONE;
  }

  /** The same after it. */
  default Cost after(Task task) {
    return Cost.NONE;
  }
}
