package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.Task;
import io.weft.training.round.Performer;

/** Performs what goes between ranks and nothing else: computation is switched off. */
record ExchangesOnly(Performer performer) implements Performer {
  @Override
  public void perform(Task task, long round) {}

  @Override
  public void exchange(Task task, long round, Communicator communicator) {
    performer.exchange(task, round, communicator);
  }
}
