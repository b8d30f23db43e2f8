package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Mutants.Kind;
import io.weft.collective.Mutants.Mutant;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import io.weft.trials.Thorough;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Breaks every program in every way, or but for steps that are left out in some of them. A mutant
 * must be refuted, or be proved to keep the law; those that are proved are then run, because a
 * verifier that proves nonsense would pass otherwise.
 */
@Tag("sampled")
class MutationTest {
  private static final int[] RANKS = {2, 3, 4};

  /** Of a collective. */
  private static final int MUTANTS_SOME = 12;

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.weft.collective.Cases#algorithmsAndOperations")
  void every_mutant_is_refuted_or_equivalent(Cases.Named named, Operation operation) {
    var survivors = new EnumMap<Kind, Integer>(Kind.class);
    int mutants = 0;
    for (int n : RANKS) {
      for (var topology : Cases.topologies(named.algorithm(), n)) {
        var collective =
            new Collective(
                operation,
                topology,
                operation.rooted() ? 1 : 0,
                Cases.SUM,
                Math.min(2, named.algorithm().piecesMost(n)));
        mutants += checkAll(named.algorithm(), collective, survivors);
      }
    }
    assertThat(mutants).as("mutants").isPositive();
    System.out.printf(
        "%s %s: %d mutants, proved and run: %s%n", named, operation.label(), mutants, survivors);
    assertThat(survivors).as("no step is superfluous").doesNotContainKey(Kind.DELETED);
  }

  private static int checkAll(
      Algorithm algorithm, Collective collective, Map<Kind, Integer> survivors) {
    if (algorithm.refusal(collective).isPresent()) {
      return 0;
    }
    var programs =
        IntStream.range(0, collective.ranks())
            .mapToObj(rank -> algorithm.program(collective, rank))
            .toList();
    var verifier = new Verifier();
    var original = verifier.verify(programs);
    assertThat(original).isInstanceOf(Verdict.Proved.class);
    var mutants = chosen(new Mutants(programs).all().toList());
    for (var mutant : mutants) {
      if (verifier.verify(mutant.programs()) instanceof Verdict.Proved) {
        survivors.merge(mutant.kind(), 1, Integer::sum);
        runProved(mutant);
      }
    }
    return mutants.size();
  }

  /** All that lack a step, and of the others some. */
  private static List<Mutant> chosen(List<Mutant> all) {
    var kinds =
        all.stream().collect(Collectors.partitioningBy(mutant -> mutant.kind() == Kind.DELETED));
    var others = Thorough.sample(MUTANTS_SOME, kinds.get(false));
    return Stream.concat(kinds.get(true).stream(), others.stream()).toList();
  }

  private static void runProved(Mutant mutant) {
    try {
      ProvedRun.of(mutant.programs());
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("proved, but wrong when run: " + mutant, e);
    }
  }
}
