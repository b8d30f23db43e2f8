package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.Optional;

/**
 * Partners at distance 1, 2, 4, … exchange all they have. The fewest steps, so the fastest for
 * small data. Where n is not a power of two, the ranks above the largest power fold into a partner
 * first and get the result at the end.
 *
 * <p>Steps: log₂ n, plus 2 if n is not a power of two.<br>
 * Bytes: S·log₂ n for all-reduce, (n−1)/n·S for all-gather (n a power of two).
 *
 * @see "Thakur, Rabenseifner and Gropp, Optimization of collective communication operations in
 *     MPICH, 2005"
 */
public final class RecursiveDoubling implements Algorithm {
  @Override
  public String name() {
    return "recursive-doubling";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    if (collective.operation() == Operation.ALL_GATHER) {
      return Refusal.unlessPowerOfTwo(name(), collective);
    }
    return Refusal.unless(name(), collective, Operation.ALL_REDUCE, Operation.ALL_GATHER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    if (collective.operation() == Operation.ALL_GATHER) {
      allGather(program, rank, program.ranks());
      return program.over(program.ranks());
    }
    var all = Chunks.of(0);
    Fold.around(
        program,
        all,
        core -> {
          for (int distance = 1; distance < core; distance *= 2) {
            int partner = rank ^ distance;
            program.send(partner, data(all));
            program.receive(partner, scratch(1, all));
            program.combineInto(data(all), scratch(1, all));
          }
        });
    return program.over(1);
  }

  /** Rank r of a power of two brings chunk r; all end with all chunks. */
  static void allGather(ProgramBuilder program, int rank, int ranks) {
    for (int distance = 1; distance < ranks; distance *= 2) {
      int partner = rank ^ distance;
      int own = rank & -distance;
      int other = partner & -distance;
      program.send(partner, data(Chunks.range(own, own + distance)));
      program.receive(partner, data(Chunks.range(other, other + distance)));
    }
  }
}
