package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Direct;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.flow.Flows;
import io.weft.trials.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every operation × algorithm × n = 2 … 5, or some of them by chance, over sockets against the
 * definition: no elements, fewer than ranks, messages that are sent at once, that wait for credit,
 * and that go in several chunks.
 */
@Tag("sampled")
class SocketMatrixTest {
  private static final int[] LENGTHS = {0, 1, 7, 5_000};
  private static final int LENGTH_LARGE = 75_000;

  private record Case(Algorithm algorithm, Collective collective) {}

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 3, 4, 5})
  void gives_what_the_operation_is_defined_to_give(int n) {
    for (int hosts = 1; hosts <= n; hosts++) {
      if (n % hosts == 0) {
        check(Topology.hosts(hosts, n / hosts));
      }
    }
  }

  private static void check(Topology topology) {
    var cases = Thorough.sample(9, cases(topology));
    assertThat(cases).isNotEmpty();
    var options = new Options(topology, ClusterCosts.TYPICAL, Duration.ofSeconds(30));
    try (var flows = Flows.open(topology.ranks())) {
      flows.run(
          transport -> {
            try (var communicator = Communicator.open(transport, options)) {
              cases.forEach(one -> checkLengths(communicator, one));
            }
          });
    }
  }

  /** On one host every algorithm is tried, on several those that look at hosts. */
  private static List<Case> cases(Topology topology) {
    var found = new ArrayList<Case>();
    for (var algorithm : Algorithms.all()) {
      for (var operation : Operation.values()) {
        int root = operation.rooted() ? topology.ranks() / 2 : 0;
        var collective = new Collective(operation, topology, root, Cases.SUM, 1);
        if (!(algorithm instanceof Direct)
            && Cases.topologies(algorithm, topology.ranks()).contains(topology)
            && algorithm.refusal(collective).isEmpty()) {
          found.add(new Case(algorithm, collective));
        }
      }
    }
    return found;
  }

  private static void checkLengths(Communicator communicator, Case one) {
    var operation = one.collective.operation();
    var fixed = communicator.using(one.algorithm);
    for (int length : LENGTHS) {
      Oracle.of(operation, one.collective.root(), length).check(fixed);
    }
    Oracle.of(operation, one.collective.root(), LENGTH_LARGE).check(fixed);
  }
}
