package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.model.ModelMemory;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.round.Performer;
import io.weft.training.round.RoundRunner;
import io.weft.training.round.Witness;
import java.util.Map;

/** Rounds that are only timed, with a part of training switched off; no parameter changes. */
final class Rehearsal {
  /** They are numbered apart from those of training. */
  private static final long FIRST_ROUND = 1L << 31;

  /** How rounds of the graph as it is now are run. */
  interface Stage {
    RoundRunner open(Performer performer, Witness witness, long round);
  }

  private final Communicator communicator;
  private final Replica replica;
  private final Stage stage;
  private long next = FIRST_ROUND;

  Rehearsal(Communicator communicator, Replica replica, Stage stage) {
    this.communicator = communicator;
    this.replica = replica;
    this.stage = stage;
  }

  /** How long the exchanges of a round take without computation, on the slowest rank. */
  double exchangeSeconds(int rounds, ModelMemory memory) {
    double[] seconds = {0};
    Runnable timing = () -> seconds[0] = timedExchanges(rounds, memory);
    replica.compressors().ifPresentOrElse(compressors -> compressors.asIfNothing(timing), timing);
    communicator.allReduce(Tensor.of(seconds), Reduction.MAX);
    return seconds[0];
  }

  private double timedExchanges(int rounds, ModelMemory memory) {
    communicator.barrier();
    long start = System.nanoTime();
    try (var bare = stage.open(new ExchangesOnly(replica), Witness.NONE, next)) {
      for (int round = 1; round <= rounds; round++) {
        bare.round(round < rounds);
      }
      next = bare.next();
    }
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      memory.gradientsOf(bucket).segment().fill((byte) 0); // as it was before
    }
    return (System.nanoTime() - start) / 1e9 / rounds;
  }

  /** The median of what forward and backward of each stage take on this rank, without exchanges. */
  Map<Task, Long> passNanos(int rounds) {
    var seen = new PassTimes();
    try (var bare = stage.open(new PassesOnly(replica), seen, next)) {
      for (int round = 0; round < rounds; round++) {
        communicator.barrier();
        bare.round(false);
        replica.clearGradients();
      }
      next = bare.next();
    }
    return seen.medians();
  }
}
