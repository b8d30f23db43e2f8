package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.input;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Ranks that share memory read and write each other's data in place; signals say when. In
 * all-reduce each rank adds up its block straight from the others, in rank order, and stores it to
 * all: two meetings, whatever n is.
 *
 * <p>Steps: 2 meetings of n−1 signals; 1 signal there and back per rank for rooted operations.<br>
 * Bytes, loaded and stored: 2(n−1)/n·S for all-reduce, (n−1)/n·S for reduce-scatter, all-gather and
 * all-to-all, S for broadcast, (n−1)·S at the root for reduce.
 */
public final class Direct implements Algorithm {
  @Override
  public String name() {
    return "direct";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    int hosts = collective.topology().hostCount();
    if (hosts == 1) {
      return Optional.empty();
    }
    return Optional.of(
        "direct needs all ranks in one memory, and these are on %d hosts: use hierarchical, or auto"
            .formatted(hosts));
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    switch (collective.operation()) {
      case ALL_REDUCE -> allReduce(program);
      case REDUCE_SCATTER -> reduceScatter(program);
      case ALL_GATHER -> allGather(program);
      case ALL_TO_ALL -> allToAll(program);
      case BARRIER -> meet(program);
      case REDUCE, GATHER -> collect(program);
      case BROADCAST, SCATTER -> deal(program);
    }
    return program.over(program.ranks());
  }

  /** No rank goes on before all have come. */
  private static void meet(ProgramBuilder program) {
    others(program).forEach(program::signal);
    others(program).forEach(program::await);
  }

  /** The other ranks, each rank beginning with its neighbour so that not all read the same one. */
  private static IntStream others(ProgramBuilder program) {
    return IntStream.range(1, program.ranks()).map(program::rankAfter);
  }

  private static void allReduce(ProgramBuilder program) {
    var own = Chunks.of(program.rank());
    meet(program);
    fetchAndAdd(program, own);
    others(program).forEach(peer -> program.put(peer, data(own), data(own)));
    meet(program);
  }

  private static void reduceScatter(ProgramBuilder program) {
    meet(program);
    fetchAndAdd(program, Chunks.of(program.rank()));
    meet(program);
  }

  private static void fetchAndAdd(ProgramBuilder program, Chunks chunks) {
    others(program).forEach(peer -> program.get(peer, data(chunks), from(peer, chunks)));
    var inRankOrder =
        IntStream.range(0, program.ranks())
            .mapToObj(rank -> rank == program.rank() ? data(chunks) : from(rank, chunks))
            .toList();
    program.combine(inRankOrder, data(chunks));
  }

  private static Place from(int peer, Chunks chunks) {
    return scratch(peer + 1, chunks);
  }

  private static void allGather(ProgramBuilder program) {
    meet(program);
    others(program)
        .forEach(peer -> program.get(peer, data(Chunks.of(peer)), data(Chunks.of(peer))));
    meet(program);
  }

  private static void allToAll(ProgramBuilder program) {
    var own = Chunks.of(program.rank());
    meet(program);
    program.copy(input(own), data(own));
    others(program).forEach(peer -> program.get(peer, input(own), data(Chunks.of(peer))));
    meet(program);
  }

  /** Reduce and gather: the root reads, the others lend their memory meanwhile. */
  private static void collect(ProgramBuilder program) {
    int root = program.collective().root();
    if (program.rank() != root) {
      program.signal(root).await(root);
      return;
    }
    others(program).forEach(program::await);
    if (program.collective().operation().reduces()) {
      fetchAndAdd(program, Chunks.range(0, program.ranks()));
    } else {
      others(program)
          .forEach(peer -> program.get(peer, data(Chunks.of(peer)), data(Chunks.of(peer))));
    }
    others(program).forEach(program::signal);
  }

  /** Broadcast and scatter: the others read, the root lends its memory meanwhile. */
  private static void deal(ProgramBuilder program) {
    int root = program.collective().root();
    if (program.rank() == root) {
      others(program).forEach(program::signal);
      others(program).forEach(program::await);
      return;
    }
    var wanted =
        program.collective().operation().blocked()
            ? Chunks.of(program.rank())
            : Chunks.range(0, program.ranks());
    program.await(root).get(root, data(wanted), data(wanted)).signal(root);
  }
}
