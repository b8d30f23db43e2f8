package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.input;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.Optional;

/**
 * Every pair of ranks exchanges directly, at distance 1, 2, 3, …, so that each rank sends to one
 * and receives from one at a time. Nothing is forwarded.
 *
 * <p>Steps: n−1.<br>
 * Bytes: (n−1)/n·S; for gather S/n, for scatter (n−1)/n·S at the root.
 */
public final class Pairwise implements Algorithm {
  @Override
  public String name() {
    return "pairwise";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(),
        collective,
        Operation.ALL_TO_ALL,
        Operation.REDUCE_SCATTER,
        Operation.ALL_GATHER,
        Operation.GATHER,
        Operation.SCATTER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    switch (collective.operation()) {
      case ALL_TO_ALL -> allToAll(program);
      case REDUCE_SCATTER -> reduceScatter(program);
      case ALL_GATHER -> allGather(program);
      case GATHER -> gather(program);
      case SCATTER -> scatter(program);
      case ALL_REDUCE, BROADCAST, REDUCE, BARRIER -> throw new AssertionError("refused");
    }
    return program.over(program.ranks());
  }

  private static void allToAll(ProgramBuilder program) {
    var own = Chunks.of(program.rank());
    program.copy(input(own), data(own));
    for (int distance = 1; distance < program.ranks(); distance++) {
      int target = program.rankAfter(distance);
      int source = program.rankAfter(-distance);
      program.send(target, input(Chunks.of(target)));
      program.receive(source, data(Chunks.of(source)));
    }
  }

  private static void reduceScatter(ProgramBuilder program) {
    var own = Chunks.of(program.rank());
    for (int distance = 1; distance < program.ranks(); distance++) {
      int target = program.rankAfter(distance);
      program.send(target, data(Chunks.of(target)));
      program.receive(program.rankAfter(-distance), scratch(1, own));
      program.combineInto(data(own), scratch(1, own));
    }
  }

  static void allGather(ProgramBuilder program) {
    for (int distance = 1; distance < program.ranks(); distance++) {
      int source = program.rankAfter(-distance);
      program.send(program.rankAfter(distance), data(Chunks.of(program.rank())));
      program.receive(source, data(Chunks.of(source)));
    }
  }

  private static void gather(ProgramBuilder program) {
    int root = program.collective().root();
    if (program.rank() != root) {
      program.send(root, data(Chunks.of(program.rank())));
      return;
    }
    for (int distance = 1; distance < program.ranks(); distance++) {
      int source = program.rankAfter(distance);
      program.receive(source, data(Chunks.of(source)));
    }
  }

  private static void scatter(ProgramBuilder program) {
    int root = program.collective().root();
    if (program.rank() != root) {
      program.receive(root, data(Chunks.of(program.rank())));
      return;
    }
    for (int distance = 1; distance < program.ranks(); distance++) {
      int target = program.rankAfter(distance);
      program.send(target, data(Chunks.of(target)));
    }
  }
}
