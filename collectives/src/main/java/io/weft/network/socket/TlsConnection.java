package io.weft.network.socket;

import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.TlsDiffersException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * TLS over another connection. A stream that ends without the peer's word that it ends is an error,
 * not an end: somebody may have cut it.
 *
 * <p>After the handshake the reading thread never writes. What the engine wants to say on account
 * of what was read, such as new keys, is said before the next bytes that are written: otherwise two
 * ranks could each wait for the other to read.
 */
final class TlsConnection implements Connection {
  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  private static final String EXPORTER = "EXPORTER-weft-handshake";
  private static final String UNBOUND =
      "this JVM's provider of TLS does not export keys: use that of the JDK";

  private final Connection plain;
  private final SSLEngine engine;

  /** Encrypted bytes that have come, and clear ones not asked for yet: of the reading thread. */
  private final ByteBuffer incoming;

  private final ByteBuffer clear;

  /** Of the writing thread. */
  private final ByteBuffer outgoing;

  private TlsConnection(Connection plain, SSLEngine engine) {
    this.plain = plain;
    this.engine = engine;
    this.incoming = ByteBuffer.allocate(engine.getSession().getPacketBufferSize()).flip();
    this.clear = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
    this.outgoing = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
  }

  /**
   * Both have shown their certificates when it returns. That the other side accepts ours is sure
   * only once it has answered inside.
   *
   * @throws TlsDiffersException if the other side does not speak TLS
   * @throws SSLException if the two do not accept each other; the other side has been told
   */
  static TlsConnection over(Connection plain, SSLEngine engine) throws IOException {
    var connection = new TlsConnection(plain, engine);
    try {
      engine.beginHandshake();
      connection.handshake();
      return connection;
    } catch (SSLException e) {
      boolean isPlain = Hello.startsIn(connection.incoming.duplicate());
      connection.giveUp();
      throw isPlain ? new TlsDiffersException("the other side does not speak TLS") : e;
    }
  }

  /**
   * Bytes that both ends of this connection have, and nobody else (RFC 8446, section 7.5).
   *
   * @throws SSLException if the TLS of this JVM does not hand them out
   */
  byte[] binding() throws SSLException {
    try {
      if (engine.getSession() instanceof ExtendedSSLSession session) {
        return session.exportKeyingMaterialData(EXPORTER, new byte[0], Bits256.BYTES);
      }
    } catch (UnsupportedOperationException e) {
      throw new SSLException(UNBOUND, e);
    }
    throw new SSLException(UNBOUND);
  }

  private void handshake() throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> requireOpen(wrap(NOTHING));
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> requireOpen(unwrapToClear());
        case FINISHED, NOT_HANDSHAKING -> {
          return;
        }
      }
    }
  }

  private void runTasks() {
    for (var task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /** Says why, as far as the engine has a word for it, and waits until the other side has gone. */
  private void giveUp() {
    try {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        wrap(NOTHING);
      }
      Leave.politely(plain);
    } catch (IOException e) {
      return; // The other side has gone already.
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    while (target.hasRemaining()) {
      if (clear.hasRemaining()) {
        return moved(clear, target);
      }
      int before = target.position();
      boolean fits = target.remaining() >= clear.capacity();
      var status = fits ? unwrap(target) : unwrapToClear();
      if (target.position() > before) {
        return target.position() - before;
      }
      if (status == Status.CLOSED) {
        return -1;
      }
      runTasks();
    }
    return 0;
  }

  @Override
  public int available() {
    return clear.remaining();
  }

  private static int moved(ByteBuffer source, ByteBuffer target) {
    int count = Math.min(source.remaining(), target.remaining());
    target.put(source.slice(source.position(), count));
    source.position(source.position() + count);
    return count;
  }

  /** Takes one record in, which may hold no data. */
  private Status unwrap(ByteBuffer target) throws IOException {
    while (true) {
      var status = engine.unwrap(incoming, target).getStatus();
      switch (status) {
        case OK, CLOSED -> {
          return status;
        }
        case BUFFER_UNDERFLOW -> fill();
        case BUFFER_OVERFLOW -> throw new AssertionError("a record larger than the engine said");
      }
    }
  }

  private Status unwrapToClear() throws IOException {
    clear.clear();
    try {
      return unwrap(clear);
    } finally {
      clear.flip();
    }
  }

  private void fill() throws IOException {
    incoming.compact();
    try {
      if (!incoming.hasRemaining()) { // The engine would wait for more than TLS allows.
        throw new SSLException(
            "a record of more than %d bytes, the most that TLS 1.3 has"
                .formatted(incoming.capacity()));
      }
      if (plain.read(incoming) < 0) {
        throw new EOFException("the connection ended without a word of its end");
      }
    } finally {
      incoming.flip();
    }
  }

  @Override
  public void write(ByteBuffer... sources) throws IOException {
    for (var source : sources) {
      while (source.hasRemaining()) {
        requireOpen(wrap(sources));
      }
    }
  }

  /** Sends one record with some of the data, or with what the engine has to say first. */
  private Status wrap(ByteBuffer[] sources) throws IOException {
    outgoing.clear();
    var status = engine.wrap(sources, outgoing).getStatus();
    plain.write(outgoing.flip());
    runTasks();
    return status;
  }

  private static void requireOpen(Status status) throws ClosedChannelException {
    switch (status) {
      case OK -> {}
      case CLOSED -> throw new ClosedChannelException();
      case BUFFER_UNDERFLOW, BUFFER_OVERFLOW ->
          throw new AssertionError("a record larger than the engine said");
    }
  }

  @Override
  public int sendBufferBytes() throws IOException {
    return plain.sendBufferBytes();
  }

  @Override
  public boolean isWithinHost() {
    return plain.isWithinHost();
  }

  @Override
  public void shutdownOutput() throws IOException {
    engine.closeOutbound();
    while (!engine.isOutboundDone()) {
      wrap(NOTHING);
    }
    plain.shutdownOutput();
  }

  @Override
  public void close() {
    plain.close();
  }

  @Override
  public String toString() {
    return plain + " in TLS";
  }
}
