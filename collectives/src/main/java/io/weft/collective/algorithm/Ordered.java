package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The owner of a block receives it from all others and adds in rank order, then the blocks are
 * gathered. Every element is added in the same order wherever it lies, so the result does not
 * depend on how data is cut into blocks: buckets, schedules and transports give equal bits. The
 * bytes are those of the ring; the price is memory for n−1 blocks.
 *
 * <p>Steps: n−1 for reduce-scatter, all-gather and reduce, 2(n−1) for all-reduce.<br>
 * Bytes: (n−1)/n·S for reduce-scatter and all-gather, 2(n−1)/n·S for all-reduce, S for reduce.
 */
public final class Ordered implements Algorithm {
  @Override
  public String name() {
    return "ordered";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(),
        collective,
        Operation.ALL_REDUCE,
        Operation.REDUCE_SCATTER,
        Operation.ALL_GATHER,
        Operation.REDUCE);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    if (collective.operation() == Operation.REDUCE) {
      reduce(program);
      return program.over(1);
    }
    if (collective.operation() != Operation.ALL_GATHER) {
      reduceScatter(program);
    }
    if (collective.operation() != Operation.REDUCE_SCATTER) {
      Pairwise.allGather(program);
    }
    return program.over(program.ranks());
  }

  private static void reduceScatter(ProgramBuilder program) {
    var own = Chunks.of(program.rank());
    for (int distance = 1; distance < program.ranks(); distance++) {
      int target = program.rankAfter(distance);
      int source = program.rankAfter(-distance);
      program.send(target, data(Chunks.of(target)));
      program.receive(source, from(source, own));
    }
    addInRankOrder(program, own);
  }

  private static void reduce(ProgramBuilder program) {
    int root = program.collective().root();
    var all = Chunks.of(0);
    if (program.rank() != root) {
      program.send(root, data(all));
      return;
    }
    for (int distance = 1; distance < program.ranks(); distance++) {
      int source = program.rankAfter(-distance);
      program.receive(source, from(source, all));
    }
    addInRankOrder(program, all);
  }

  private static Place from(int source, Chunks chunks) {
    return scratch(source + 1, chunks);
  }

  private static void addInRankOrder(ProgramBuilder program, Chunks chunks) {
    List<Place> inRankOrder =
        IntStream.range(0, program.ranks())
            .mapToObj(rank -> rank == program.rank() ? data(chunks) : from(rank, chunks))
            .toList();
    program.combine(inRankOrder, data(chunks));
  }
}
