package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.Task;
import io.weft.training.round.Performer;

/** Performs forward and backward and nothing else: ranks are switched off from each other. */
record PassesOnly(Performer performer) implements Performer {
  @Override
  public void perform(Task task, long round) {
    if (task instanceof Task.Forward || task instanceof Task.Backward) {
      performer.perform(task, round);
    }
  }

  @Override
  public void exchange(Task task, long round, Communicator communicator) {}
}
