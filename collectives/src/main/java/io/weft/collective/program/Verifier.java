package io.weft.collective.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Proves that the programs of all ranks keep the law of their operation, for every length and every
 * interleaving: each rank ends with each contribution exactly once, folded in the same order on all
 * ranks; sends match receives and signals match waits; there is no deadlock even if links hold
 * nothing; no two conflicting accesses to the same memory are unordered; nothing is read before it
 * is written, and nothing is touched that the caller does not have.
 *
 * <p>The proof is an execution of the programs on symbolic contributions. It holds per number of
 * ranks.
 */
public final class Verifier {
  private final Contribution.Pool pool = new Contribution.Pool();

  public Verdict verify(Algorithm algorithm, Collective collective) {
    var programs = new ArrayList<Program>();
    for (int rank = 0; rank < collective.ranks(); rank++) {
      programs.add(algorithm.program(collective, rank));
    }
    return verify(programs);
  }

  /** Verifies one program per rank, in rank order. */
  public Verdict verify(List<Program> programs) {
    try {
      checkShape(programs);
      var memory = new SymbolicMemory(programs.getFirst(), pool);
      var fault = Walk.of(programs, memory);
      if (fault.isPresent()) {
        return new Verdict.Refuted(fault.get());
      }
      return new Verdict.Proved(memory.outcome());
    } catch (Refuted refuted) {
      return new Verdict.Refuted(String.valueOf(refuted.getMessage()));
    }
  }

  private static void checkShape(List<Program> programs) {
    var first = programs.getFirst();
    if (programs.size() != first.collective().ranks()) {
      throw new Refuted(
          "%d programs for %d ranks".formatted(programs.size(), first.collective().ranks()));
    }
    for (int rank = 0; rank < programs.size(); rank++) {
      var program = programs.get(rank);
      if (program.rank() != rank
          || program.chunkCount() != first.chunkCount()
          || !program.collective().equals(first.collective())) {
        throw new Refuted("the program at place %d belongs elsewhere".formatted(rank));
      }
    }
  }
}
