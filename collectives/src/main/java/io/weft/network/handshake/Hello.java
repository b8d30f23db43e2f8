package io.weft.network.handshake;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The first message of either side: what it claims to be. Nothing in it is believed before its
 * proof.
 *
 * @param protocol the version of the protocol that the sender speaks
 * @param stream which of the streams of its pair the connection is to be, if a caller says it
 * @param nonce drawn for this connection alone, so that a recorded handshake proves nothing
 */
public record Hello(int protocol, Role role, int stream, Bits256 nonce, Identity identity) {
  /** The version of everything that follows the handshake. */
  public static final int PROTOCOL = 1;

  private static final long MAGIC = 0x5745_4654_0d0a_1a00L;

  /**
   * Magic, protocol, role, stream, rank, world, nonce, fingerprint, length and text of the program.
   */
  public static final int BYTES =
      8 + 4 + 1 + 1 + 4 + 4 + 2 * Bits256.BYTES + 1 + Limits.PROGRAM_BYTES_MAX;

  public Hello {
    if (stream < 0 || stream >= Limits.STREAMS_MAX) {
      throw new IllegalArgumentException(
          "stream=%d: from 0 to %d".formatted(stream, Limits.STREAMS_MAX - 1));
    }
  }

  public int rank() {
    return identity.rank();
  }

  public int world() {
    return identity.world();
  }

  /** Whether these bytes begin, as far as they go, as a hello does. */
  public static boolean startsIn(ByteBuffer bytes) {
    var magic = ByteBuffer.allocate(Long.BYTES).putLong(0, MAGIC);
    int count = Math.min(bytes.remaining(), Long.BYTES);
    return count > 0 && bytes.slice(bytes.position(), count).equals(magic.slice(0, count));
  }

  byte[] encode() {
    var program = identity.program().getBytes(StandardCharsets.US_ASCII);
    var target = ByteBuffer.allocate(BYTES).putLong(MAGIC).putInt(protocol).put(role.code());
    target.put((byte) stream).putInt(rank()).putInt(world());
    nonce.write(target);
    identity.fingerprint().write(target);
    target.put((byte) program.length).put(program);
    return target.array();
  }

  static Hello decode(byte[] bytes) throws MalformedException {
    try {
      return read(ByteBuffer.wrap(bytes));
    } catch (BufferUnderflowException e) {
      throw new MalformedException("a hello has %d bytes, not %d".formatted(BYTES, bytes.length));
    } catch (IllegalArgumentException e) {
      throw new MalformedException("hello with " + e.getMessage());
    }
  }

  private static Hello read(ByteBuffer source) throws MalformedException {
    if (source.getLong() != MAGIC) {
      throw new MalformedException("not a hello");
    }
    int protocol = source.getInt();
    var role = Role.of(source.get());
    int stream = source.get();
    int rank = source.getInt();
    int world = source.getInt();
    var nonce = Bits256.read(source);
    var fingerprint = Bits256.read(source);
    int length = source.get();
    if (length < 0 || length > Limits.PROGRAM_BYTES_MAX) {
      throw new MalformedException("program version of %d bytes".formatted(length));
    }
    var program = new byte[Limits.PROGRAM_BYTES_MAX];
    source.get(program);
    for (int i = length; i < program.length; i++) {
      if (program[i] != 0) {
        throw new MalformedException("padding that is not zero");
      }
    }
    var text = new String(program, 0, length, StandardCharsets.ISO_8859_1);
    if (!Identity.isProgramVersion(text)) { // Not repeated: a terminal could take it for orders.
      throw new MalformedException("a program version that cannot be printed");
    }
    return new Hello(protocol, role, stream, nonce, new Identity(rank, world, text, fingerprint));
  }

  /** What makes it impossible that the two work together, with both values. */
  public Optional<String> differenceFrom(Hello other) {
    var ours = identity;
    var theirs = other.identity;
    if (protocol != other.protocol) {
      return Optional.of(differ("protocol versions", other, protocol, other.protocol));
    }
    if (!ours.program().equals(theirs.program())) {
      return Optional.of(differ("program versions", other, ours.program(), theirs.program()));
    }
    if (!ours.fingerprint().equals(theirs.fingerprint())) {
      return Optional.of(
          differ(
              "job configurations (fingerprints)",
              other,
              ours.fingerprint().abbreviated(),
              theirs.fingerprint().abbreviated()));
    }
    return Optional.empty();
  }

  private String differ(String what, Hello other, Object ours, Object theirs) {
    return "%s differ: %s on rank %d, %s on rank %d; start all ranks with the same"
        .formatted(what, ours, rank(), theirs, other.rank());
  }
}
