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
import java.util.stream.IntStream;

/**
 * At distance 1, 2, 4, … every rank forwards what must go further, so a logarithmic number of steps
 * serves any number of ranks. Best for small blocks. Its barrier is the same walk with nothing to
 * carry, known as dissemination.
 *
 * <p>Steps: ⌈log₂ n⌉.<br>
 * Bytes: (n−1)/n·S for all-gather, about S/2·log₂ n for all-to-all.
 *
 * @see "Bruck et al., Efficient algorithms for all-to-all communications in multiport
 *     message-passing systems, 1997"
 */
public final class Bruck implements Algorithm {
  @Override
  public String name() {
    return "bruck";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(), collective, Operation.ALL_TO_ALL, Operation.ALL_GATHER, Operation.BARRIER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    switch (collective.operation()) {
      case ALL_TO_ALL -> allToAll(program);
      case ALL_GATHER -> allGather(program);
      case BARRIER -> meet(program);
      case ALL_REDUCE, REDUCE_SCATTER, BROADCAST, REDUCE, GATHER, SCATTER ->
          throw new AssertionError("refused");
    }
    return program.over(program.ranks());
  }

  /** Before the step at a distance, rank r holds that many blocks from r on. */
  private static void allGather(ProgramBuilder program) {
    int n = program.ranks();
    for (int distance = 1; distance < n; distance *= 2) {
      int count = Math.min(distance, n - distance);
      program.send(program.rankAfter(-distance), data(blocksFrom(program.rank(), count, n)));
      int source = program.rankAfter(distance);
      program.receive(source, data(blocksFrom(source, count, n)));
    }
  }

  private static Chunks blocksFrom(int first, int count, int n) {
    return Chunks.of(IntStream.range(first, first + count).map(block -> block % n).toArray());
  }

  /** Scratch block i is under way to the rank i further; it moves at each bit that i has. */
  private static void allToAll(ProgramBuilder program) {
    int n = program.ranks();
    for (int i = 0; i < n; i++) {
      program.copy(input(Chunks.of(program.rankAfter(i))), scratch(1, Chunks.of(i)));
    }
    for (int distance = 1; distance < n; distance *= 2) {
      int bit = distance;
      var moving = Chunks.of(IntStream.range(0, n).filter(i -> (i & bit) != 0).toArray());
      program.send(program.rankAfter(distance), scratch(1, moving));
      program.receive(program.rankAfter(-distance), scratch(2, moving));
      program.copy(scratch(2, moving), scratch(1, moving));
    }
    for (int i = 0; i < n; i++) {
      program.copy(scratch(1, Chunks.of(i)), data(Chunks.of(program.rankAfter(-i))));
    }
  }

  private static void meet(ProgramBuilder program) {
    for (int distance = 1; distance < program.ranks(); distance *= 2) {
      program.signal(program.rankAfter(distance));
      program.await(program.rankAfter(-distance));
    }
  }
}
