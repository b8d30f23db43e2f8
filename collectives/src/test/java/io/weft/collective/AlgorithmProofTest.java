package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import io.weft.trials.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every algorithm and operation, with every root and host that matters: for small n and some larger
 * ones, and in thorough runs for all n up to 64.
 */
@Tag("sampled")
class AlgorithmProofTest {
  private static final int RANKS_MOST = 64;
  private static final int RANKS_FEW = 16;

  /** A power of two and not prime: some algorithms do nothing else. */
  private static final int RANKS_ALWAYS = 4;

  private static final int PROVED_LEAST = Thorough.either(1, 7);

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.weft.collective.Cases#algorithmsAndOperations")
  void is_proved_for_all_n_up_to_64(Cases.Named named, Operation operation) {
    var algorithm = named.algorithm();
    int proved = 0;
    for (int n : ranks()) {
      for (var collective : variants(algorithm, operation, n)) {
        if (algorithm.refusal(collective).isEmpty()) {
          assertThat(new Verifier().verify(algorithm, collective))
              .as("%s, %s", algorithm.name(), collective)
              .isInstanceOf(Verdict.Proved.class);
          proved++;
        }
      }
    }
    assertThat(proved).as("collectives proved").isGreaterThanOrEqualTo(PROVED_LEAST);
  }

  private static List<Integer> ranks() {
    var few = Thorough.sample(3, 1, RANKS_FEW);
    var many = Thorough.sample(1, RANKS_FEW + 1, RANKS_MOST);
    return Stream.of(List.of(RANKS_ALWAYS), few, many)
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }

  private static List<Collective> variants(Algorithm algorithm, Operation operation, int n) {
    var plain = Collective.of(operation, n, Cases.SUM);
    var variants = new ArrayList<Collective>(List.of(plain));
    if (operation.rooted() && n > 1) {
      variants.add(plain.withRoot(n - 1));
      variants.add(plain.withRoot(n / 2));
    }
    if (algorithm.piecesMost(2) > 1) {
      variants.add(plain.withPieces(5));
    }
    Cases.topologies(algorithm, n).stream().skip(1).map(plain::withTopology).forEach(variants::add);
    return variants;
  }
}
