package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.StepGraph;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trace.Overlap;

/** Where the time of rounds went on average over all ranks. All ranks look together. */
record JointTimes(Communicator communicator, Timeline timeline, Clocks clocks) {
  /**
   * Since the last look.
   *
   * @param rounds how many there have been in all
   */
  RoundTimes look(StepGraph graph, long rounds) {
    long first = timeline.firstLookedAt();
    var begun =
        new Beginnings(communicator).byAll(graph, first, rounds, timeline::begun, clocks.ahead());
    var own = timeline.look(begun);
    var overlap = own.overlap();
    double[] mean = {
      own.seconds(),
      own.busySeconds(),
      overlap.exchangeNanos(),
      overlap.waitingNanos(),
      overlap.exposedNanos()
    };
    communicator.allReduce(Tensor.of(mean), Reduction.MEAN);
    return new RoundTimes(own.rounds(), mean[0], mean[1], new Overlap(mean[2], mean[3], mean[4]));
  }
}
