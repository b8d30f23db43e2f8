package io.weft.network.socket;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/** A blocking socket as it is: what is in direct buffers goes to the system without a copy. */
final class PlainConnection implements Connection {
  /** Linux takes in twice as much as Java says, which leaves out room for the system's notes. */
  private static final int BYTES_PER_SAID =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux") ? 2 : 1;

  private final SocketChannel channel;
  private final InputStream input;
  private final String ends;
  private final boolean withinHost;

  PlainConnection(SocketChannel channel) throws IOException {
    this.channel = channel;
    this.input = channel.socket().getInputStream(); // A channel does not say what is available.
    var here = internet(channel.getLocalAddress());
    var there = internet(channel.getRemoteAddress());
    this.ends = Addresses.spoken(here) + " to " + Addresses.spoken(there);
    this.withinHost = Addresses.areOfOneHost(here.getAddress(), there.getAddress());
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  private static InetSocketAddress internet(SocketAddress address) throws ClosedChannelException {
    if (address instanceof InetSocketAddress internet) {
      return internet;
    }
    throw new ClosedChannelException();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return channel.read(target);
  }

  @Override
  public int available() throws IOException {
    return input.available();
  }

  @Override
  public void write(ByteBuffer... sources) throws IOException {
    int first = 0;
    while (first < sources.length) {
      if (sources[first].hasRemaining()) {
        channel.write(sources, first, sources.length - first);
      } else {
        first++;
      }
    }
  }

  @Override
  public int sendBufferBytes() throws IOException {
    return BYTES_PER_SAID * channel.getOption(StandardSocketOptions.SO_SNDBUF);
  }

  @Override
  public boolean isWithinHost() {
    return withinHost;
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The system has released the socket all the same, and there is nothing left to lose.
    }
  }

  @Override
  public String toString() {
    return ends;
  }
}
