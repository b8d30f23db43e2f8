package io.weft.examples;

import io.weft.collective.Communicator;
import io.weft.collective.Elementwise;
import io.weft.collective.World;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Ring;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.List;

/** Proves {@link Star}, asks what it would cost between hosts, and runs it. */
class OwnAlgorithm {
  private static final long ELEMENTS = 1 << 20;

  static void main() {
    for (int ranks = 1; ranks <= 16; ranks++) {
      prove(ranks);
    }
    IO.println("star keeps the law of all-reduce for 1 to 16 ranks");
    price();
    World.spawn(4, OwnAlgorithm::run);
  }

  private static Collective allReduce(Topology topology) {
    var sum = new Elementwise(Reduction.SUM);
    return new Collective(Operation.ALL_REDUCE, topology, 0, sum, 1);
  }

  private static void prove(int ranks) {
    var verdict = new Verifier().verify(new Star(), allReduce(Topology.oneHost(ranks)));
    if (verdict instanceof Verdict.Refuted(var why)) {
      throw new AssertionError("star with %d ranks: %s".formatted(ranks, why));
    }
  }

  private static void price() {
    var candidates = List.of(new Star(), new Ring());
    var collective = allReduce(Topology.hosts(8, 1));
    for (var offer :
        Choice.among(candidates, collective, ELEMENTS, Float.BYTES, ClusterCosts.TYPICAL)) {
      IO.println(
          "%s: %d ms predicted on 8 hosts"
              .formatted(offer.algorithm().name(), Math.round(1e3 * offer.price().seconds())));
    }
  }

  private static void run(Communicator communicator) {
    int[] ones = {1};
    communicator.using(new Star()).allReduce(Tensor.of(ones), Reduction.SUM);
    IO.println("rank %d: %d".formatted(communicator.rank(), ones[0]));
  }
}
