package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * What one frame is to carry.
 *
 * @param message whose bytes it carries, if any
 */
record Piece(
    Kind kind,
    Key key,
    long fingerprint,
    int index,
    long offset,
    Parts parts,
    int length,
    @Nullable Message message) {
  private static final Key NO_KEY = new Key(0, 0);
  private static final Parts NOTHING = new Parts();

  static Piece of(Kind kind) {
    return new Piece(kind, NO_KEY, 0, 0, 0, NOTHING, 0, null);
  }

  /** How much has been taken in of a stream. */
  static Piece pulse(int stream, long takenIn) {
    return new Piece(Kind.PULSE, NO_KEY, 0, stream, takenIn, NOTHING, 0, null);
  }

  /** About a message, without its bytes. */
  static Piece about(Kind kind, Message message, long offset) {
    var ticket = message.ticket;
    return new Piece(
        kind, ticket.key(), ticket.fingerprint(), message.index, offset, NOTHING, 0, null);
  }

  /** Text about an operation. */
  static Piece text(Kind kind, Key key, long fingerprint, Parts text) {
    return new Piece(kind, key, fingerprint, 0, 0, text, (int) text.byteCount(), null);
  }

  /** The next bytes of a message. */
  static Piece next(Message message, int length) {
    var ticket = message.ticket;
    return new Piece(
        message.eager ? Kind.EAGER : Kind.DATA,
        ticket.key(),
        ticket.fingerprint(),
        message.index,
        message.started,
        message.parts,
        length,
        message);
  }

  /** Where the bytes lie in their parts. */
  long from() {
    return kind == Kind.DATA ? offset : 0;
  }

  Purpose purpose() {
    return kind.purpose(key);
  }

  int wireBytes() {
    return Header.BYTES + length;
  }
}
