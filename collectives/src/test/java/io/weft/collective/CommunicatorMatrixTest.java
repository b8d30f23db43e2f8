package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.trials.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation × algorithm × n × lengths 0, 1, 7, 1023 against the definition: n = 4 and two
 * more, and in thorough runs n = 1 … 17.
 */
@Tag("sampled")
class CommunicatorMatrixTest {
  private static final int[] LENGTHS = {0, 1, 7, 1023};

  /** A power of two and not prime: some algorithms do nothing else. */
  private static final int RANKS_ALWAYS = 4;

  private static final int RANKS_MOST = 17;

  private static final int DONE_LEAST = Thorough.either(1, 5);

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.weft.collective.Cases#algorithmsAndOperations")
  void gives_what_the_operation_is_defined_to_give(Cases.Named named, Operation operation) {
    int done = 0;
    for (int n : ranks()) {
      for (var topology : Cases.topologies(named.algorithm(), n)) {
        int root = operation.rooted() ? n / 2 : 0;
        var collective = new Collective(operation, topology, root, Cases.SUM, 1);
        if (named.algorithm().refusal(collective).isEmpty()) {
          checkLengths(named.algorithm(), collective);
          done++;
        }
      }
    }
    assertThat(done).as("rank counts that were not refused").isGreaterThanOrEqualTo(DONE_LEAST);
  }

  private static List<Integer> ranks() {
    var some = Thorough.sample(2, 1, RANKS_MOST);
    return Stream.concat(Stream.of(RANKS_ALWAYS), some.stream()).distinct().sorted().toList();
  }

  private static void checkLengths(Algorithm algorithm, Collective collective) {
    var options = new Options(collective.topology(), ClusterCosts.TYPICAL, Duration.ofSeconds(30));
    World.spawn(
        options,
        collective.ranks(),
        communicator -> {
          for (int length : LENGTHS) {
            Oracle.of(collective.operation(), collective.root(), length)
                .check(communicator.using(algorithm));
          }
        });
  }
}
