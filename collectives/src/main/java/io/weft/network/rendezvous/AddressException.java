package io.weft.network.rendezvous;

/** An address is taken, not ours, or cannot be reached. Nothing of the meeting is left. */
public final class AddressException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AddressException(String message) {
    super(message);
  }
}
