package io.weft.training;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.weft.collective.Elementwise;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.tensor.Reduction;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * For which operations of an exchange the algorithm of a strategy is meant: those that it does
 * among some ranks. What else an exchange needs, such as agreeing on a size, goes by cost.
 */
final class CollectiveReach {
  /** One host, hosts of one rank, and hosts of several. */
  private static final List<Topology> SOME =
      List.of(Topology.hosts(1, 4), Topology.hosts(4, 1), Topology.hosts(2, 2));

  private CollectiveReach() {}

  static Set<Operation> of(Algorithm algorithm) {
    return Arrays.stream(Operation.values())
        .filter(operation -> SOME.stream().anyMatch(it -> does(algorithm, operation, it)))
        .collect(toUnmodifiableSet());
  }

  private static boolean does(Algorithm algorithm, Operation operation, Topology topology) {
    var operator = new Elementwise(Reduction.SUM);
    return algorithm.refusal(new Collective(operation, topology, 0, operator, 1)).isEmpty();
  }
}
