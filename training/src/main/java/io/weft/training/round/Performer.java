package io.weft.training.round;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.Task;

/** Does what tasks say. Each kind of task comes on the thread of the resource that it occupies. */
public interface Performer {
  /** By this rank alone, on its compute lane or its host. */
  void perform(Task task, long round);

  /**
   * With the other ranks, on a thread of its own.
   *
   * @param communicator for this task alone
   */
  void exchange(Task task, long round, Communicator communicator);
}
