package io.weft.flow;

import java.io.IOException;

/** Bytes that no rank has sent. */
final class CorruptException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptException(String message) {
    super(message);
  }
}
