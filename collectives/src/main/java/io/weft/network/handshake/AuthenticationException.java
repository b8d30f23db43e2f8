package io.weft.network.handshake;

/** A token or a certificate is missing, unreadable, or not one that the other side accepts. */
public final class AuthenticationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AuthenticationException(String message) {
    super(message);
  }
}
