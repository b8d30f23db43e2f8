package io.weft.flow;

/** What a frame is. */
enum Kind {
  /** A whole small message, sent without being asked for. */
  EAGER,
  /** A chunk of a message for which the receiver has granted credit. */
  DATA,
  /** A signal: a message without bytes, in an order of its own. */
  SIGNAL,
  /** The receiver has memory for this message; {@code offset} is how long it expects it to be. */
  CREDIT,
  /** A small message that found no room among those sent eagerly asks for credit. */
  REQUEST,
  /** Nothing but what every frame carries: a sign of life and an acknowledgement. */
  PULSE,
  /** What this rank thinks an operation is, and the question what the peer thinks. */
  ASK,
  /** The answer. */
  TELL,
  /** This rank gives up, with the reason. */
  FAIL,
  /** This rank has done its part and leaves. */
  BYE;

  private static final Kind[] KINDS = values();

  byte code() {
    return (byte) ordinal();
  }

  /** Whether frames of this kind carry text for people. */
  boolean spoken() {
    return this == ASK || this == TELL || this == FAIL;
  }

  static Kind of(byte code) throws CorruptException {
    if (code < 0 || code >= KINDS.length) {
      throw new CorruptException("a frame of kind %d, which does not exist".formatted(code));
    }
    return KINDS[code];
  }
}
