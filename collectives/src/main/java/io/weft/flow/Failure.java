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
    LOST(1),
    /** A rank did not come in time. */
    SLOW(2),
    /** Ranks do different things. */
    MISMATCH(3);

    private final long code;

    Cause(long code) {
      this.code = code;
    }

    long code() {
      return code;
    }

    static Cause of(long code) throws CorruptException {
      for (var cause : values()) {
        if (cause.code == code) {
          return cause;
        }
      }
      throw new CorruptException("a failure of kind %d, which does not exist".formatted(code));
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
