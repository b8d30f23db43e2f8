package io.weft.network.shared;

/** Ranks that must share memory cannot, or there is none left. */
public final class SharedMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SharedMemoryException(String message) {
    super(message);
  }
}
