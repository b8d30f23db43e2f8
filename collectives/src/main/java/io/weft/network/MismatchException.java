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

  /** Says once more what has happened before, which is the cause. */
  public MismatchException(MismatchException first) {
    super(first.getMessage(), first);
  }
}
