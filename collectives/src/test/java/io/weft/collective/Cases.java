package io.weft.collective;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.BlueConnect;
import io.weft.collective.algorithm.Hierarchical;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.tensor.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Every algorithm with every operation that it does. */
final class Cases {
  static final Elementwise SUM = new Elementwise(Reduction.SUM);

  private Cases() {}

  static Stream<Arguments> algorithmsAndOperations() {
    return Algorithms.all().stream()
        .flatMap(
            algorithm ->
                Stream.of(Operation.values())
                    .filter(operation -> does(algorithm, operation))
                    .map(operation -> Arguments.of(new Named(algorithm), operation)));
  }

  /** Four ranks are a power of two and not a prime, so no algorithm refuses them. */
  private static boolean does(Algorithm algorithm, Operation operation) {
    return algorithm.refusal(Collective.of(operation, 4, SUM)).isEmpty();
  }

  /** One host, and for algorithms that look at hosts every equal division of the ranks. */
  static List<Topology> topologies(Algorithm algorithm, int n) {
    var found = new ArrayList<>(List.of(Topology.oneHost(n)));
    boolean knowsHosts = algorithm instanceof Hierarchical || algorithm instanceof BlueConnect;
    for (int hosts = 2; hosts <= n && knowsHosts; hosts++) {
      if (n % hosts == 0) {
        found.add(Topology.hosts(hosts, n / hosts));
      }
    }
    return found;
  }

  /** An algorithm that prints its name. */
  record Named(Algorithm algorithm) {
    @Override
    public String toString() {
      return algorithm.name();
    }
  }
}
