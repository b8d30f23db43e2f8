package io.weft.network;

/**
 * A peer is alive but did not arrive before the deadline. The communicator on which it happened can
 * no longer be used: ranks may have stopped at different places.
 */
public final class PeerSlowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PeerSlowException(String message) {
    super(message);
  }

  /** Says once more what has happened before, which is the cause. */
  public PeerSlowException(PeerSlowException first) {
    super(first.getMessage(), first);
  }
}
