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
 * Reduce-scatter by recursive halving, then all-gather by recursive doubling: the bytes of the ring
 * in a logarithmic number of steps. Where n is not a power of two, the ranks above the largest
 * power fold into a partner first and get the result at the end.
 *
 * <p>Steps: 2·log₂ n for all-reduce (2 more if n is not a power of two), log₂ n for reduce-scatter.
 * <br>
 * Bytes: 2(n−1)/n·S for all-reduce (up to S more where n is not a power of two), (n−1)/n·S for
 * reduce-scatter and all-gather.
 *
 * @see "Rabenseifner, Optimization of collective reduction operations, 2004"
 */
public final class HalvingDoubling implements Algorithm {
  @Override
  public String name() {
    return "halving-doubling";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
            name(),
            collective,
            Operation.ALL_REDUCE,
            Operation.REDUCE_SCATTER,
            Operation.ALL_GATHER)
        .or(
            () ->
                collective.operation() == Operation.ALL_REDUCE
                    ? Optional.empty()
                    : Refusal.unlessPowerOfTwo(name(), collective));
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    int chunkCount = Fold.core(program.ranks());
    Fold.around(
        program,
        Chunks.range(0, chunkCount),
        core -> {
          if (collective.operation() != Operation.ALL_GATHER) {
            halve(program, core);
          }
          if (collective.operation() != Operation.REDUCE_SCATTER) {
            RecursiveDoubling.allGather(program, rank, core);
          }
        });
    return program.over(chunkCount);
  }

  /** Exchanges half of what is left with a partner half as far away, until one chunk is left. */
  private static void halve(ProgramBuilder program, int core) {
    int rank = program.rank();
    for (int distance = core / 2; distance >= 1; distance /= 2) {
      int partner = rank ^ distance;
      int kept = rank & -distance;
      int given = partner & -distance;
      var mine = Chunks.range(kept, kept + distance);
      program.send(partner, data(Chunks.range(given, given + distance)));
      program.receive(partner, scratch(1, mine));
      program.combineInto(data(mine), scratch(1, mine));
    }
  }
}
