package io.weft.network.socket;

import io.weft.network.Deadline;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets in who proves itself, each on a thread of its own, and drops and counts all others. */
public final class Doorkeeper {
  /** What becomes of a connection that has proved itself. */
  public interface Guest {
    void enter(Wire wire, Hello hello, Deadline deadline) throws IOException;
  }

  private final Endpoint endpoint;
  private final Guest guest;
  private final AtomicInteger strangers = new AtomicInteger();
  private final LinkedBlockingDeque<SocketChannel> waiting;

  /**
   * A doorkeeper who does not listen yet.
   *
   * @param guests how many are expected, perhaps all at once
   */
  public Doorkeeper(Endpoint endpoint, int guests, Guest guest) {
    this.endpoint = endpoint;
    this.guest = guest;
    this.waiting = new LinkedBlockingDeque<>(Limits.STRANGERS_WAITING_MAX + guests);
  }

  public int strangers() {
    return strangers.get();
  }

  /** Begins to accept; it ends when the listener is closed. */
  public void open(ServerSocketChannel listener, Token token, Role role) {
    endpoint.threads().execute(() -> accept(listener, token, role));
  }

  private void accept(ServerSocketChannel listener, Token token, Role role) {
    while (listener.isOpen()) {
      try {
        var channel = listener.accept();
        endpoint.sockets().add(channel);
        makeRoomFor(channel);
        endpoint.threads().execute(() -> receive(channel, token, role));
      } catch (ClosedChannelException | RejectedExecutionException e) {
        return; // The meeting is over.
      } catch (IOException e) {
        Dialer.pause(); // Too many open files, or a connection that ended before it was accepted.
      }
    }
  }

  private void makeRoomFor(SocketChannel channel) {
    while (!waiting.offerLast(channel)) {
      var oldest = waiting.pollFirst();
      if (oldest != null) {
        endpoint.sockets().drop(oldest);
      }
    }
  }

  private void receive(SocketChannel channel, Token token, Role role) {
    var deadline = Endpoint.within(Limits.HANDSHAKE_TIME);
    var own = endpoint.identity().hello(role);
    try {
      var wire = new Wire(endpoint, channel, new PlainConnection(channel));
      var hello = endpoint.time().within(deadline, channel, () -> wire.asServer(token, own));
      waiting.remove(channel);
      guest.enter(wire, hello, deadline);
    } catch (IOException | AuthenticationException e) {
      waiting.remove(channel);
      strangers.incrementAndGet();
      endpoint.sockets().drop(channel);
    }
  }
}
