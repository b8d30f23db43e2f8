package io.weft.network.socket;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.FrameCodec;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.TlsDiffersException;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLEngine;

/**
 * A connection while ranks still talk in frames. It never reads ahead of a frame, so that data can
 * follow.
 */
public final class Wire {
  private final Endpoint endpoint;
  private final SocketChannel channel;
  private final Connection connection;

  /** What ties a proof to this connection; empty without TLS. */
  private final byte[] binding;

  private Wire(Endpoint endpoint, SocketChannel channel, Connection connection, byte[] binding) {
    this.endpoint = endpoint;
    this.channel = channel;
    this.connection = connection;
    this.binding = binding;
  }

  /** The side that connected. */
  static Wire calling(Endpoint endpoint, SocketChannel channel) throws IOException {
    return over(endpoint, channel, endpoint.tls().map(Tls::forClient));
  }

  /** The side that was connected to. */
  static Wire answering(Endpoint endpoint, SocketChannel channel) throws IOException {
    return over(endpoint, channel, endpoint.tls().map(Tls::forServer));
  }

  private static Wire over(Endpoint endpoint, SocketChannel channel, Optional<SSLEngine> engine)
      throws IOException {
    var plain = new PlainConnection(channel);
    if (engine.isEmpty()) {
      return new Wire(endpoint, channel, plain, new byte[0]);
    }
    var tls = TlsConnection.over(plain, engine.get());
    return new Wire(endpoint, channel, tls, tls.binding());
  }

  Hello asClient(Token token, Hello own) throws IOException {
    return new Handshake(token, binding, input(), output()).asClient(own);
  }

  Hello asServer(Token token, Hello own) throws IOException {
    try {
      return new Handshake(token, binding, input(), output()).asServer(own);
    } catch (TlsDiffersException e) {
      Leave.politely(connection);
      throw e;
    }
  }

  /** The next frame; a connection on which none has come at the deadline is closed. */
  public Frame read(Deadline deadline) throws IOException {
    return endpoint.time().within(deadline, channel, () -> FrameCodec.read(input()));
  }

  /** Fits into the send buffer of a socket that is young; on an older one it may wait. */
  public void write(Frame frame) throws IOException {
    connection.write(ByteBuffer.wrap(FrameCodec.encode(frame)));
  }

  /** The last word has been written. */
  public void shutdownOutput() throws IOException {
    connection.shutdownOutput();
  }

  /** The address at which this host is seen from the other end. */
  public InetAddress localAddress() throws IOException {
    if (channel.getLocalAddress() instanceof InetSocketAddress address) {
      return address.getAddress();
    }
    throw new ClosedChannelException();
  }

  /** Who is at the other end, in words. */
  public String remoteAddress() throws IOException {
    return channel.getRemoteAddress() instanceof InetSocketAddress address
        ? Addresses.spoken(address)
        : "nowhere";
  }

  /** Ends the talk in frames: the connection is the caller's from now on. */
  public Connection release() {
    endpoint.sockets().release(channel);
    return connection;
  }

  /** Closes it. */
  public void drop() {
    endpoint.sockets().drop(channel);
  }

  private InputStream input() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
      }

      @Override
      public int read(byte[] target, int offset, int count) throws IOException {
        return connection.read(ByteBuffer.wrap(target, offset, count));
      }
    };
  }

  private OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int count) throws IOException {
        connection.write(ByteBuffer.wrap(source, offset, count));
      }
    };
  }
}
