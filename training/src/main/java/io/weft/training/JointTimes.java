package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.StepGraph;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trace.Overlap;
import java.util.Arrays;

/** Where the time of rounds went on average over all ranks. All ranks look together. */
record JointTimes(Communicator communicator, Timeline timeline, Clocks clocks) {
  /** The figures of which the mean is looked at, before those of each rank. */
  private static final int MEANS = 4;

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
    var sums = new double[MEANS + communicator.ranks()];
    sums[0] = own.seconds();
    sums[1] = own.busySeconds();
    sums[2] = overlap.exchangeNanos();
    sums[3] = overlap.exposedNanos();
    sums[MEANS + communicator.rank()] = overlap.waitingNanos();
    communicator.allReduce(Tensor.of(sums), Reduction.SUM);
    var mean = Arrays.stream(sums, 0, MEANS).map(sum -> sum / communicator.ranks()).toArray();
    double waiting = Arrays.stream(sums, MEANS, sums.length).sum() / communicator.ranks();
    return new RoundTimes(
        own.rounds(),
        mean[0],
        mean[1],
        own.wholeRounds(),
        new Overlap(mean[2], waiting, mean[3]),
        Arrays.stream(sums, MEANS, sums.length).mapToObj(nanos -> nanos / 1e9).toList());
  }
}
