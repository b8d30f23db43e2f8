package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Every rank sends to the next and receives from the previous one. All-reduce is a reduce-scatter
 * followed by an all-gather; both send the least bytes that are possible.
 *
 * <p>Steps: n−1 for reduce-scatter and for all-gather, 2(n−1) for all-reduce.<br>
 * Bytes: (n−1)/n·S each, 2(n−1)/n·S for all-reduce.
 *
 * @see "Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations,
 *     2009"
 */
public final class Ring implements Algorithm {
  @Override
  public String name() {
    return "ring";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(), collective, Operation.ALL_REDUCE, Operation.REDUCE_SCATTER, Operation.ALL_GATHER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var ring = Grid.line(collective.ranks());
    if (collective.operation() != Operation.ALL_GATHER) {
      reduceScatter(program, ring, rank, Chunks::of);
    }
    if (collective.operation() != Operation.REDUCE_SCATTER) {
      allGather(program, ring, rank, Chunks::of);
    }
    return program.over(collective.ranks());
  }

  /**
   * Member i of the ring, which is this rank, ends with block i combined over all members.
   *
   * @param block the chunks of block i
   */
  static void reduceScatter(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<Chunks> block) {
    int n = ring.size();
    for (int step = 1; step < n; step++) {
      var outgoing = block.apply(Math.floorMod(i - step, n));
      var incoming = block.apply(Math.floorMod(i - step - 1, n));
      program.send(ring.get((i + 1) % n), data(outgoing));
      program.receive(ring.get(Math.floorMod(i - 1, n)), scratch(1, incoming));
      program.combineInto(data(incoming), scratch(1, incoming));
    }
  }

  /** Member i of the ring brings block i; all end with all blocks. */
  static void allGather(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<Chunks> block) {
    int n = ring.size();
    for (int step = 0; step < n - 1; step++) {
      program.send(ring.get((i + 1) % n), data(block.apply(Math.floorMod(i - step, n))));
      program.receive(
          ring.get(Math.floorMod(i - 1, n)), data(block.apply(Math.floorMod(i - step - 1, n))));
    }
  }
}
