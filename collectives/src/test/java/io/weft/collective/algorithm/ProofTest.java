package io.weft.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Topology;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import io.weft.tensor.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProofTest {
  record Plus() implements Operator {
    @Override
    public String name() {
      return "sum";
    }

    @Override
    public void combine(ElementType type, MemorySegment target, MemorySegment[] sources) {
      throw new AssertionError("proofs are symbolic");
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("algorithmsAndOperations")
  void is_proved_for_all_n_up_to_64(Algorithm algorithm, Operation operation) {
    int proved = 0;
    for (int ranks = 1; ranks <= 64; ranks++) {
      for (var collective : variants(algorithm, operation, ranks)) {
        if (algorithm.refusal(collective).isEmpty()) {
          assertThat(new Verifier().verify(algorithm, collective))
              .as("%s, %s", algorithm.name(), collective)
              .isInstanceOf(Verdict.Proved.class);
          proved++;
        }
      }
    }
    assertThat(proved).isPositive();
    System.err.println(algorithm.name()+" "+operation+" "+proved);
  }

  static Stream<Arguments> algorithmsAndOperations() {
    return Algorithms.all().stream()
        .flatMap(
            algorithm ->
                Stream.of(Operation.values())
                    .filter(
                        operation ->
                            algorithm.refusal(Collective.of(operation, 4, new Plus())).isEmpty())
                    .map(operation -> Arguments.of(algorithm, operation)));
  }

  private static List<Collective> variants(
      Algorithm algorithm, Operation operation, int ranks) {
    var plain = Collective.of(operation, ranks, new Plus());
    var variants = new ArrayList<Collective>(List.of(plain));
    if (operation.rooted() && ranks > 1) {
      variants.add(plain.withRoot(ranks - 1));
      variants.add(plain.withRoot(ranks / 2));
    }
    if (algorithm.pipelined()) {
      variants.add(plain.withPieces(5));
    }
    boolean knowsHosts = algorithm instanceof Hierarchical || algorithm instanceof BlueConnect;
    for (int hosts = 2; hosts <= ranks && knowsHosts; hosts++) {
      if (ranks % hosts == 0) {
        variants.add(plain.withTopology(Topology.hosts(hosts, ranks / hosts)));
      }
    }
    return variants;
  }
}
