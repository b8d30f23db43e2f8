package io.weft.network.rendezvous;

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
final class Doorkeeper {
  /** What becomes of a connection that has proved itself. */
  interface Guest {
    void enter(Wire wire, Hello hello, Deadline deadline) throws IOException;
  }

  private final Meeting meeting;
  private final ServerSocketChannel listener;
  private final Guest guest;
  private final AtomicInteger strangers = new AtomicInteger();
  private final LinkedBlockingDeque<SocketChannel> waiting;

  Doorkeeper(Meeting meeting, ServerSocketChannel listener, Guest guest) {
    this.meeting = meeting;
    this.listener = listener;
    this.guest = guest;
    this.waiting = new LinkedBlockingDeque<>(Limits.STRANGERS_WAITING_MAX + meeting.world());
  }

  int strangers() {
    return strangers.get();
  }

  /** Begins to accept; it ends when the listener is closed. */
  void open(Token token, Role role) {
    meeting.threads().execute(() -> accept(token, role));
  }

  private void accept(Token token, Role role) {
    while (listener.isOpen()) {
      try {
        var channel = listener.accept();
        meeting.sockets().add(channel);
        makeRoomFor(channel);
        meeting.threads().execute(() -> receive(channel, token, role));
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
        meeting.sockets().drop(oldest);
      }
    }
  }

  private void receive(SocketChannel channel, Token token, Role role) {
    var deadline = Meeting.within(Limits.HANDSHAKE_TIME);
    try {
      var wire = new Wire(channel);
      var hello = wire.asServer(token, meeting.identity().hello(role), deadline);
      waiting.remove(channel);
      guest.enter(wire, hello, deadline);
    } catch (IOException | AuthenticationException e) {
      waiting.remove(channel);
      strangers.incrementAndGet();
      meeting.sockets().drop(channel);
    }
  }
}
