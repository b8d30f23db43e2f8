package io.weft.collective.program;

import java.util.Optional;

/**
 * A way to do some collectives: a pure function from the collective and a rank to that rank's
 * program. Implementations hold no state.
 */
public interface Algorithm {
  /** The name used in strategy lines and on command lines: {@code halving-doubling}. */
  String name();

  /** Why this algorithm cannot do that collective, as a sentence; empty if it can. */
  Optional<String> refusal(Collective collective);

  /** The program of one rank, for a collective that is not refused. */
  Program program(Collective collective, int rank);

  /** The most pieces into which it is worth cutting what is sent at once; 1 if it does not. */
  default int piecesMost(int ranks) {
    return 1;
  }
}
