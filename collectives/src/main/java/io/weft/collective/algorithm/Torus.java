package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import java.util.List;
import java.util.Optional;

/**
 * Ranks in X columns and Y rows, as square as can be: reduce-scatter along the rows, all-reduce
 * along the columns, all-gather along the rows. The bytes of the ring in far fewer steps.
 *
 * <p>Steps: 2(X−1) + 2(Y−1) for all-reduce, half of that for reduce-scatter and all-gather.<br>
 * Bytes: 2(n−1)/n·S for all-reduce, half of that for the others.
 *
 * @see "Mikami et al., Massively distributed SGD: ImageNet/ResNet-50 training in a flash, 2018"
 */
public final class Torus implements Algorithm {
  @Override
  public String name() {
    return "torus";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
            name(),
            collective,
            Operation.ALL_REDUCE,
            Operation.REDUCE_SCATTER,
            Operation.ALL_GATHER)
        .or(() -> unlessGrid(collective.ranks()));
  }

  private static Optional<String> unlessGrid(int ranks) {
    if (ranks == 1 || rows(ranks) > 1) {
      return Optional.empty();
    }
    return Optional.of(
        "a torus needs rows and columns, and %d ranks are a prime number: use %d or %d ranks, or ring"
            .formatted(ranks, Math.max(1, ranks - 1), ranks + 1));
  }

  /** The largest divisor that is not above the square root. */
  private static int rows(int ranks) {
    int rows = (int) Math.sqrt(ranks);
    while (ranks % rows != 0) {
      rows--;
    }
    return rows;
  }

  @Override
  public Program program(Collective collective, int rank) {
    int ranks = collective.ranks();
    int rows = rows(ranks);
    return new Grid(List.of(ranks / rows, rows), Grid.line(ranks))
        .program(collective, name(), rank);
  }
}
