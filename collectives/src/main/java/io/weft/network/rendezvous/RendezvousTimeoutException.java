package io.weft.network.rendezvous;

/**
 * Not all ranks came, or not all could connect, before the deadline. Nothing of the meeting is
 * left.
 */
public final class RendezvousTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RendezvousTimeoutException(String message) {
    super(message);
  }
}
