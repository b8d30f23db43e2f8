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
import java.util.stream.IntStream;

/**
 * Every rank sends to the next and receives from the previous one. All-reduce is a reduce-scatter
 * followed by an all-gather; both send the least bytes that are possible. Blocks travel in pieces,
 * and a piece is sent on as soon as it is combined, so that the link is busy meanwhile.
 *
 * <p>Steps: n−1 for reduce-scatter and for all-gather, 2(n−1) for all-reduce.<br>
 * Bytes: (n−1)/n·S each, 2(n−1)/n·S for all-reduce.
 *
 * @see "Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations,
 *     2009"
 */
public final class Ring implements Algorithm {
  /** Blocks are the smaller the more ranks there are, and then need no cutting. */
  private static final int CHUNKS_MOST = 128;

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
  public int piecesMost(int ranks) {
    return Math.max(1, CHUNKS_MOST / ranks);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var ring = Grid.line(collective.ranks());
    int pieces = collective.pieces();
    IntFunction<List<Chunks>> block =
        number ->
            IntStream.range(number * pieces, (number + 1) * pieces).mapToObj(Chunks::of).toList();
    switch (collective.operation()) {
      case REDUCE_SCATTER -> reduceScatter(program, ring, rank, block);
      case ALL_GATHER -> allGather(program, ring, rank, block);
      default -> allReduce(program, ring, rank, block);
    }
    return program.over(collective.ranks() * pieces);
  }

  /**
   * The pieces of the last block are sent on as soon as they are combined, like those before: to
   * wait for all of them would let the link run dry.
   */
  private static void allReduce(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<List<Chunks>> block) {
    reduce(program, ring, i, block, true);
    gather(program, ring, i, block);
  }

  /**
   * Member i of the ring, which is this rank, ends with block i combined over all members.
   *
   * @param block the pieces of block i
   */
  static void reduceScatter(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<List<Chunks>> block) {
    reduce(program, ring, i, block, false);
  }

  /** Member i of the ring brings block i; all end with all blocks. */
  static void allGather(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<List<Chunks>> block) {
    if (ring.size() > 1) {
      send(program, next(ring, i), block.apply(i));
    }
    gather(program, ring, i, block);
  }

  /**
   * Reduce-scatter.
   *
   * @param passesOn whether block i, once it is combined, is sent on too
   */
  private static void reduce(
      ProgramBuilder program,
      List<Integer> ring,
      int i,
      IntFunction<List<Chunks>> block,
      boolean passesOn) {
    int n = ring.size();
    if (n > 1) {
      send(program, next(ring, i), block.apply(Math.floorMod(i - 1, n)));
    }
    for (int step = 1; step < n; step++) {
      for (var piece : block.apply(Math.floorMod(i - step - 1, n))) {
        program.receive(previous(ring, i), scratch(1, piece));
        program.combineInto(data(piece), scratch(1, piece));
        if (passesOn || step < n - 1) {
          program.send(next(ring, i), data(piece));
        }
      }
    }
  }

  /** All-gather, after block i has been sent. */
  private static void gather(
      ProgramBuilder program, List<Integer> ring, int i, IntFunction<List<Chunks>> block) {
    int n = ring.size();
    for (int step = 0; step < n - 1; step++) {
      for (var piece : block.apply(Math.floorMod(i - step - 1, n))) {
        program.receive(previous(ring, i), data(piece));
        if (step < n - 2) {
          program.send(next(ring, i), data(piece));
        }
      }
    }
  }

  private static void send(ProgramBuilder program, int peer, List<Chunks> pieces) {
    pieces.forEach(piece -> program.send(peer, data(piece)));
  }

  private static int next(List<Integer> ring, int i) {
    return ring.get((i + 1) % ring.size());
  }

  private static int previous(List<Integer> ring, int i) {
    return ring.get(Math.floorMod(i - 1, ring.size()));
  }
}
