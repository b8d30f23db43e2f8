package io.weft.network;

/**
 * Ranks do different things where they should do the same. The communicator on which it happened
 * can no longer be used.
 */
public final class MismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MismatchException(String message) {
    super(message);
  }
}
