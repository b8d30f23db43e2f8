package io.weft.network.rendezvous;

/**
 * Two ranks have the same number, or a rank is not within the world. Nothing of the meeting is
 * left.
 */
public final class RankConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RankConflictException(String message) {
    super(message);
  }
}
