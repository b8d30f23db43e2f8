package io.weft.collective;

/**
 * A started operation has not ended within the time that its caller was willing to wait. It goes on
 * and can be awaited again.
 */
public final class StillRunningException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StillRunningException(String message) {
    super(message);
  }
}
