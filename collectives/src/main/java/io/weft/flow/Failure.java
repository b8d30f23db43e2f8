package io.weft.flow;

import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;

/**
 * Why a job cannot go on, as all its ranks hear it.
 *
 * @param sentence what happened, without regard to who hears it
 */
record Failure(Cause cause, String sentence) {
  enum Cause {
    /** A rank is gone, or silent, or talks nonsense. */
    LOST,
    /** A rank did not come in time. */
    SLOW,
    /** Ranks do different things. */
    MISMATCH;

    private static final Cause[] CAUSES = values();

    static Cause of(long code) throws CorruptException {
      if (code < 0 || code >= CAUSES.length) {
        throw new CorruptException("a failure of kind %d, which does not exist".formatted(code));
      }
      return CAUSES[(int) code];
    }
  }

  /** The exception for a rank that is in the middle of something. */
  RuntimeException in(int rank, Object operation) {
    return switch (cause) {
      case LOST -> new PeerLostException(on(rank, operation));
      case SLOW -> new PeerSlowException(on(rank, operation));
      case MISMATCH -> new MismatchException(sentence);
    };
  }

  private String on(int rank, Object operation) {
    return "%s; rank %d was in %s".formatted(sentence, rank, operation);
  }
}
