package io.weft.network.socket;

import io.weft.network.Deadline;
import io.weft.network.handshake.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of a rank share while they come to be: who it is, its threads, and the
 * sockets that are closed with it unless they are taken over. For all threads.
 */
public final class Endpoint implements AutoCloseable {
  private final Identity identity;
  private final Optional<Tls> tls;
  private final Sockets sockets = new Sockets();
  private final ExecutorService threads;
  private final Timekeeper time;

  /**
   * An endpoint without sockets.
   *
   * @param task what its threads are for, as it appears in their names
   */
  public Endpoint(Identity identity, Optional<Tls> tls, String task) {
    this.identity = identity;
    this.tls = tls;
    // See "Platform threads" in package-info.
    var name = "rank-%d/%s/".formatted(identity.rank(), task);
    var daemons = Thread.ofPlatform().daemon();
    this.time = new Timekeeper(daemons.name(name + "clock").factory());
    this.threads = Executors.newThreadPerTaskExecutor(daemons.name(name, 0).factory());
  }

  public Identity identity() {
    return identity;
  }

  public ExecutorService threads() {
    return threads;
  }

  Optional<Tls> tls() {
    return tls;
  }

  Sockets sockets() {
    return sockets;
  }

  Timekeeper time() {
    return time;
  }

  static Deadline within(Duration limit) {
    return Deadline.after(limit, "handshake", System::nanoTime);
  }

  /** Listens at an address of this host; port 0 leaves the choice to the system. */
  public ServerSocketChannel listen(InetSocketAddress address, int backlog)
      throws UnusableAddressException {
    try {
      var listener = ServerSocketChannel.open();
      sockets.add(listener);
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      return listener.bind(address, backlog);
    } catch (UnresolvedAddressException e) {
      throw cannotListen(address, "unknown host");
    } catch (IOException e) {
      throw cannotListen(address, e.getMessage());
    }
  }

  private UnusableAddressException cannotListen(InetSocketAddress address, @Nullable String cause) {
    return new UnusableAddressException(
        "rank %d cannot listen at %s (%s): take a free port and an address of this host"
            .formatted(identity.rank(), Addresses.spoken(address), cause));
  }

  /** Takes over a socket that listens already. */
  public ServerSocketChannel adopt(ServerSocketChannel listener) {
    sockets.add(listener);
    return listener;
  }

  /** Sockets first: that is what the threads wait for. */
  @Override
  public void close() {
    sockets.close();
    threads.close();
    time.close();
  }
}
