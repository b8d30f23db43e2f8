package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Elementwise;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Entry;
import io.weft.tensor.Reduction;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names of the collective axis are the algorithms, and promise what those do. */
class CollectiveNamesTest {
  private static final Map<Capability, Operation> OPERATIONS =
      Map.of(
          Capability.ALL_REDUCE, Operation.ALL_REDUCE,
          Capability.REDUCE_SCATTER, Operation.REDUCE_SCATTER,
          Capability.ALL_GATHER, Operation.ALL_GATHER,
          Capability.ALL_TO_ALL, Operation.ALL_TO_ALL);

  @Test
  void every_algorithm_has_a_name_and_every_name_but_auto_an_algorithm() {
    assertThat(Catalogue.entries(Axis.COLLECTIVE).stream().map(Entry::name))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of("auto"), Algorithms.all().stream().map(Algorithm::name))
                .toList());
  }

  @Test
  void every_name_offers_the_operations_that_its_algorithm_does() {
    for (var algorithm : Algorithms.all()) {
      var entry = Catalogue.find(algorithm.name()).orElseThrow();
      OPERATIONS.forEach(
          (capability, operation) ->
              assertThat(entry.offers().contains(capability))
                  .as("%s: %s", algorithm.name(), operation)
                  .isEqualTo(does(algorithm, operation)));
    }
  }

  private static boolean does(Algorithm algorithm, Operation operation) {
    var collective = Collective.of(operation, 4, new Elementwise(Reduction.SUM));
    return algorithm.refusal(collective).isEmpty();
  }
}
