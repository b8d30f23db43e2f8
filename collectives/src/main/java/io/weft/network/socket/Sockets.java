package io.weft.network.socket;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every open socket of an endpoint, so that none outlives it by accident. For all threads. */
final class Sockets implements AutoCloseable {
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Takes a socket in; after the end it is closed at once. */
  void add(Channel channel) {
    open.add(channel);
    if (closed) {
      drop(channel);
    }
  }

  /** Hands a socket over to the caller. */
  void release(Channel channel) {
    open.remove(channel);
  }

  void drop(Channel channel) {
    open.remove(channel);
    close(channel);
  }

  static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The system has released the socket all the same.
    }
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(this::drop);
  }
}
