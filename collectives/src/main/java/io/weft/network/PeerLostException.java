package io.weft.network;

/** A peer is gone. The communicator on which it happened can no longer be used. */
public final class PeerLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PeerLostException(String message) {
    super(message);
  }

  /** Says once more what has happened before, which is the cause. */
  public PeerLostException(PeerLostException first) {
    super(first.getMessage(), first);
  }
}
