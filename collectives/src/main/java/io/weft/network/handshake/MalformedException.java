package io.weft.network.handshake;

import java.io.IOException;

/** Bytes that no rank of ours would send. The connection they came on is to be closed. */
public final class MalformedException extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedException(String message) {
    super(message);
  }
}
