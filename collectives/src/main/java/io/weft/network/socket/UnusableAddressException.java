package io.weft.network.socket;

import java.io.IOException;

/** An address is taken, not ours, or cannot be reached; the message is a sentence for the user. */
public final class UnusableAddressException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnusableAddressException(String message) {
    super(message);
  }
}
