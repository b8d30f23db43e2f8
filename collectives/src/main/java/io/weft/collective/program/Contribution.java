package io.weft.collective.program;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a chunk of memory holds, symbolically: the contribution of one rank, or several folded
 * together. Equal contributions are the same object, and equal means: the same additions in the
 * same order, up to exchanging the first two operands. Two ranks with the same contribution hold
 * the same bits.
 */
final class Contribution {
  private final int number;
  private final int chunk;
  private final BitSet ranks;
  private final String formula;

  private Contribution(int number, int chunk, BitSet ranks, String formula) {
    this.number = number;
    this.chunk = chunk;
    this.ranks = ranks;
    this.formula = formula;
  }

  int chunk() {
    return chunk;
  }

  /** How many ranks have contributed, each once. */
  int rankCount() {
    return ranks.cardinality();
  }

  boolean isOnly(int rank) {
    return ranks.cardinality() == 1 && ranks.get(rank);
  }

  @Override
  public String toString() {
    return formula;
  }

  /** Makes contributions and remembers them, so that equal ones are the same object. */
  static final class Pool {
    private record Fold(String operator, List<Integer> parts) {}

    private static final int FORMULA_LENGTH_MAX = 60;

    private final Map<Long, Contribution> own = new HashMap<>();
    private final Map<Fold, Contribution> folds = new HashMap<>();
    private int made;

    Contribution own(int rank, int chunk) {
      return own.computeIfAbsent(
          ((long) rank << 32) | chunk,
          _ -> {
            var ranks = new BitSet();
            ranks.set(rank);
            return new Contribution(made++, chunk, ranks, "r" + rank + "c" + chunk);
          });
    }

    /** The fold of the parts in order; throws {@link Refuted} where it is not lawful. */
    Contribution fold(Operator operator, List<Contribution> parts) {
      var numbers = new ArrayList<Integer>();
      parts.forEach(part -> numbers.add(part.number));
      if (numbers.get(1) < numbers.get(0)) {
        Collections.swap(numbers, 0, 1);
      }
      var key = new Fold(operator.name(), List.copyOf(numbers));
      var known = folds.get(key);
      if (known == null) {
        known = new Contribution(made++, parts.getFirst().chunk, union(parts), formula(parts));
        folds.put(key, known);
      }
      return known;
    }

    private static BitSet union(List<Contribution> parts) {
      var ranks = new BitSet();
      int chunk = parts.getFirst().chunk;
      for (var part : parts) {
        if (part.chunk != chunk) {
          throw new Refuted("chunk %d is combined with chunk %d".formatted(part.chunk, chunk));
        }
        if (ranks.intersects(part.ranks)) {
          throw new Refuted(
              "a contribution to chunk %d is counted twice: %s".formatted(chunk, formula(parts)));
        }
        ranks.or(part.ranks);
      }
      return ranks;
    }

    private static String formula(List<Contribution> parts) {
      var text = "(" + String.join("+", parts.stream().map(part -> part.formula).toList()) + ")";
      return text.length() <= FORMULA_LENGTH_MAX
          ? text
          : text.substring(0, FORMULA_LENGTH_MAX) + "…";
    }
  }
}
