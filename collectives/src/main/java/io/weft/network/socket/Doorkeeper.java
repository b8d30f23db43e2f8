package io.weft.network.socket;

import io.weft.network.Deadline;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;

/** Lets in who proves itself, each on a thread of its own, and drops and counts all others. */
public final class Doorkeeper {
  /** What becomes of a connection that has proved itself. */
  public interface Guest {
    void enter(Wire wire, Hello hello, Deadline deadline) throws IOException;
  }

  private final Endpoint endpoint;
  private final Guest guest;
  private final Strangers strangers = new Strangers();
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

  public Strangers strangers() {
    return strangers;
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
    var address = callerOf(channel);
    var deadline = Endpoint.within(Limits.HANDSHAKE_TIME);
    try {
      var proved = endpoint.time().within(deadline, channel, () -> prove(channel, token, role));
      waiting.remove(channel);
      welcome(proved, channel, deadline);
    } catch (IOException | AuthenticationException e) {
      waiting.remove(channel);
      strangers.count(address, e);
      endpoint.sockets().drop(channel);
    }
  }

  /** Whoever is here is no stranger, even if it goes at once or says what is not to be said. */
  private void welcome(Proved proved, SocketChannel channel, Deadline deadline) {
    try {
      guest.enter(proved.wire(), proved.hello(), deadline);
    } catch (IOException e) {
      endpoint.sockets().drop(channel);
    }
  }

  private static String callerOf(SocketChannel channel) {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress address
          ? Addresses.spoken(address)
          : "nowhere";
    } catch (IOException e) {
      return "somebody who has gone";
    }
  }

  private record Proved(Wire wire, Hello hello) {}

  private Proved prove(SocketChannel channel, Token token, Role role) throws IOException {
    var wire = Wire.answering(endpoint, channel);
    return new Proved(wire, wire.asServer(token, endpoint.identity().hello(role)));
  }
}
