package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm and operation, for all n up to 64, with every root and host that matters. */
class AlgorithmProofTest {
  private static final int RANKS_MOST = 64;

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.weft.collective.Cases#algorithmsAndOperations")
  void is_proved_for_all_n_up_to_64(Cases.Named named, Operation operation) {
    var algorithm = named.algorithm();
    int proved = 0;
    for (int n = 1; n <= RANKS_MOST; n++) {
      for (var collective : variants(algorithm, operation, n)) {
        if (algorithm.refusal(collective).isEmpty()) {
          assertThat(new Verifier().verify(algorithm, collective))
              .as("%s, %s", algorithm.name(), collective)
              .isInstanceOf(Verdict.Proved.class);
          proved++;
        }
      }
    }
    assertThat(proved).as("collectives proved").isGreaterThanOrEqualTo(7);
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
