package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Purpose;

/** What a frame is. */
enum Kind {
  /** A whole small message, sent without being asked for. */
  EAGER(1),
  /** A chunk of a message for which the receiver has granted credit. */
  DATA(2),
  /** A signal: a message without bytes, in an order of its own. */
  SIGNAL(3),
  /** The receiver has memory for this message; {@code offset} is how long it expects it to be. */
  CREDIT(4),
  /** A small message that found no room among those sent eagerly asks for credit. */
  REQUEST(5),
  /**
   * A sign of life, and how much has been taken in: {@code offset} bytes of the stream whose number
   * is {@code message}.
   */
  PULSE(6),
  /** What this rank thinks an operation is, and the question what the peer thinks. */
  ASK(7),
  /** The answer. */
  TELL(8),
  /** This rank gives up, with the reason. */
  FAIL(9),
  /** This rank has done its part and leaves. */
  BYE(10);

  private static final Kind[] KINDS = values();

  private final byte code;

  Kind(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  /** Whether it carries bytes of a message. */
  boolean isOfMessage() {
    return this == EAGER || this == DATA;
  }

  /** What a frame of this kind and an operation is for. */
  Purpose purpose(Key key) {
    return switch (this) {
      case EAGER, DATA, SIGNAL, CREDIT, REQUEST, ASK, TELL -> key.purpose();
      case PULSE, FAIL, BYE -> Purpose.CONTROL;
    };
  }

  /** The most bytes that may follow the header of such a frame. */
  int bytesMax() {
    return switch (this) {
      case EAGER -> Matching.EAGER_MAX;
      case DATA -> Header.LENGTH_MAX;
      case ASK, TELL, FAIL -> Header.TEXT_MAX;
      case SIGNAL, CREDIT, REQUEST, PULSE, BYE -> 0;
    };
  }

  static Kind of(byte code) throws CorruptException {
    for (var kind : KINDS) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new CorruptException("a frame of kind %d, which does not exist".formatted(code));
  }
}
