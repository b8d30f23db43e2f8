package io.weft.network.socket;

import java.io.IOException;

/** Somebody took the call and then said nothing; the message is a sentence for the user. */
public final class UnansweredException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnansweredException(String message) {
    super(message);
  }
}
