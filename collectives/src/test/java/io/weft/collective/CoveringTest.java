package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Elements.Form;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.trials.Thorough;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With every algorithm, or some of them by chance: types, reductions, lengths, numbers of ranks,
 * forms of data and operations: every pair of values of any two of them occurs in some case.
 */
@Tag("sampled")
class CoveringTest {
  private static final List<List<?>> FACTORS =
      List.of(
          List.of(ElementType.values()),
          List.of(Reduction.values()),
          List.of(0, 1, 7, 64, 1023, 4096),
          List.of(1, 2, 3, 4, 5, 8, 16, 17),
          List.of(Form.values()),
          List.of(Operation.ALL_REDUCE, Operation.REDUCE_SCATTER, Operation.REDUCE));

  private record Pair(int factor, int value, int otherFactor, int otherValue) {}

  @Test
  void every_pair_of_settings_gives_what_is_defined() {
    var cases = coveringArray();
    for (int[] values : cases) {
      var oracle =
          new Oracle(
              (Operation) FACTORS.get(5).get(values[5]),
              0,
              (ElementType) FACTORS.get(0).get(values[0]),
              (Reduction) FACTORS.get(1).get(values[1]),
              (Form) FACTORS.get(4).get(values[4]),
              (Integer) FACTORS.get(2).get(values[2]));
      int n = (Integer) FACTORS.get(3).get(values[3]);
      var collective = Collective.of(oracle.operation(), n, Cases.SUM);
      var able = Thorough.sample(3, Algorithms.able(collective));
      World.spawn(
          n,
          communicator -> {
            for (Algorithm algorithm : able) {
              oracle.check(communicator.using(algorithm));
            }
          });
    }
    assertThat(cases.size()).as("far fewer than all 15,120 combinations").isLessThan(150);
  }

  /** Greedy: again and again the best of some random cases, until no pair is missing. */
  private static List<int[]> coveringArray() {
    var missing = allPairs();
    var random = new SplittableRandom(1);
    var chosen = new ArrayList<int[]>();
    while (!missing.isEmpty()) {
      int[] best = new int[FACTORS.size()];
      int most = -1;
      var wanted = missing.iterator().next();
      for (int trial = 0; trial < 50; trial++) {
        int[] candidate = FACTORS.stream().mapToInt(list -> random.nextInt(list.size())).toArray();
        candidate[wanted.factor] = wanted.value;
        candidate[wanted.otherFactor] = wanted.otherValue;
        int covered = (int) pairs(candidate).stream().filter(missing::contains).count();
        if (covered > most) {
          most = covered;
          best = candidate;
        }
      }
      missing.removeAll(pairs(best));
      chosen.add(best);
    }
    return chosen;
  }

  private static Set<Pair> allPairs() {
    var all = new HashSet<Pair>();
    for (int f = 0; f < FACTORS.size(); f++) {
      for (int g = f + 1; g < FACTORS.size(); g++) {
        for (int value = 0; value < FACTORS.get(f).size(); value++) {
          for (int other = 0; other < FACTORS.get(g).size(); other++) {
            all.add(new Pair(f, value, g, other));
          }
        }
      }
    }
    return all;
  }

  private static Set<Pair> pairs(int[] values) {
    var found = new HashSet<Pair>();
    for (int f = 0; f < values.length; f++) {
      for (int g = f + 1; g < values.length; g++) {
        found.add(new Pair(f, values[f], g, values[g]));
      }
    }
    return found;
  }
}
