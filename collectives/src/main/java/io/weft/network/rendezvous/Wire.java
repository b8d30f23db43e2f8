package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.FrameCodec;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A connection of the meeting, read within deadlines. It never reads ahead of a frame, so its
 * socket can carry data afterwards.
 */
final class Wire {
  private final SocketChannel channel;

  Wire(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  SocketChannel channel() {
    return channel;
  }

  InetSocketAddress localAddress() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  Hello asClient(Token token, Hello own, Deadline deadline) throws IOException {
    return handshake(token, deadline).asClient(own);
  }

  Hello asServer(Token token, Hello own, Deadline deadline) throws IOException {
    return handshake(token, deadline).asServer(own);
  }

  private Handshake handshake(Token token, Deadline deadline) throws IOException {
    return new Handshake(token, input(deadline), channel.socket().getOutputStream());
  }

  Frame read(Deadline deadline) throws IOException {
    return FrameCodec.read(input(deadline));
  }

  /** Fits into the send buffer of a socket that is young; on an older one it may wait. */
  void write(Frame frame) throws IOException {
    var bytes = ByteBuffer.wrap(FrameCodec.encode(frame));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** From now on reads wait as long as they must, as data expects. */
  void endDeadlines() throws RefusedException {
    try {
      channel.socket().setSoTimeout(0);
    } catch (IOException e) {
      throw new RefusedException(
          Frame.Reason.LOST, "a connection was lost at the end of the meeting: start again");
    }
  }

  private InputStream input(Deadline deadline) throws IOException {
    var socket = channel.socket();
    var in = socket.getInputStream();
    return new InputStream() {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
      }

      @Override
      public int read(byte[] target, int offset, int count) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
        if (millis <= 0) {
          throw new SocketTimeoutException(deadline + " took too long");
        }
        socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
        return in.read(target, offset, count);
      }
    };
  }
}
