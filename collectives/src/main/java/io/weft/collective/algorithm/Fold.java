package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Chunks;
import io.weft.collective.program.ProgramBuilder;
import java.util.function.IntConsumer;

/**
 * Makes an all-reduce for powers of two one for any number of ranks: the ranks from the largest
 * power of two on give their data to a partner below it, sit out, and get the result.
 */
final class Fold {
  private Fold() {}

  /** The largest power of two that is not above n. */
  static int core(int ranks) {
    return Integer.highestOneBit(ranks);
  }

  /**
   * Adds the steps before and after, and those of {@code inside} on the ranks of the core.
   *
   * @param inside is given the number of ranks in the core
   */
  static void around(ProgramBuilder program, Chunks all, IntConsumer inside) {
    int core = core(program.ranks());
    int rank = program.rank();
    if (rank >= core) {
      program.send(rank - core, data(all));
      program.receive(rank - core, data(all));
      return;
    }
    boolean partnered = rank + core < program.ranks();
    if (partnered) {
      program.receive(rank + core, scratch(1, all));
      program.combineInto(data(all), scratch(1, all));
    }
    inside.accept(core);
    if (partnered) {
      program.send(rank + core, data(all));
    }
  }
}
