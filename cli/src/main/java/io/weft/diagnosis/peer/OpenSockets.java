package io.weft.diagnosis.peer;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every open socket of a consultation, so that its end ends all waits. For all threads. */
final class OpenSockets implements AutoCloseable {
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  <C extends Channel> C add(C channel) {
    open.add(channel);
    if (closed) {
      drop(channel);
    }
    return channel;
  }

  void drop(Channel channel) {
    open.remove(channel);
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
