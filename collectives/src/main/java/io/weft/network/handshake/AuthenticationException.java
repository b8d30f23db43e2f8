package io.weft.network.handshake;

/** A token is missing, unreadable or not the one that the other side has. */
public final class AuthenticationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AuthenticationException(String message) {
    super(message);
  }
}
