package io.weft.network.handshake;

import java.io.IOException;

/** One side speaks TLS and the other does not. The connection is to be closed. */
public final class TlsDiffersException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What a user does about it. */
  public static final String REPAIR = "give --tls to all ranks or to none";

  public TlsDiffersException(String message) {
    super(message);
  }
}
