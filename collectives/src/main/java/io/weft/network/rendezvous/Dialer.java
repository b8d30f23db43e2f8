package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.MalformedException;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Connects to a rank that may not be up yet. */
final class Dialer {
  /** Between two attempts: short beside the start of a JVM, long beside a refusal. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** As much of a system's error message as fits into a sentence. */
  private static final int CAUSE_CHARS_MAX = 200;

  private final Meeting meeting;

  Dialer(Meeting meeting) {
    this.meeting = meeting;
  }

  /** Whom to call: who must answer, at which address, with which token. */
  record Call(int peer, InetSocketAddress address, Role role, Token token) {}

  /** What to do on a new connection before it counts. */
  interface Opening {
    void on(Wire wire, Deadline deadline) throws IOException;
  }

  /**
   * A connection to the right rank, with both sides proved.
   *
   * @throws io.weft.network.handshake.AuthenticationException at once, if the tokens differ
   * @throws RefusedException if there is no connection before the deadline
   */
  Wire reach(Call call, Opening opening, Deadline deadline) throws RefusedException {
    var last = "no time left";
    while (!deadline.passed()) {
      try {
        return attempt(call, opening, deadline);
      } catch (IOException e) {
        last = spoken(e);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw meeting.interrupted();
      }
      pause();
    }
    throw new RefusedException(
        Frame.Reason.ADDRESS,
        ("rank %d could not reach rank %d at %s before the timeout (%s): "
                + "check that it runs there and that no firewall is between")
            .formatted(meeting.rank(), call.peer(), Addresses.spoken(call.address()), last));
  }

  private Wire attempt(Call call, Opening opening, Deadline deadline) throws IOException {
    var channel = SocketChannel.open();
    meeting.sockets().add(channel);
    boolean reached = false;
    try {
      long nanos = Math.min(deadline.remainingNanos(), Limits.HANDSHAKE_TIME.toNanos());
      int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
      channel.socket().connect(Addresses.resolve(call.address()), millis);
      var time = Meeting.within(Duration.ofNanos(nanos));
      var wire = new Wire(channel);
      var hello = wire.asClient(call.token(), meeting.identity().hello(call.role()), time);
      if (hello.rank() != call.peer()) {
        throw new MalformedException("rank %d answered".formatted(hello.rank()));
      }
      opening.on(wire, time);
      reached = true;
      return wire;
    } finally {
      if (!reached) {
        meeting.sockets().drop(channel);
      }
    }
  }

  private static String spoken(IOException e) {
    var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    var cause = e instanceof UnknownHostException ? "unknown host" : message;
    return cause.length() <= CAUSE_CHARS_MAX ? cause : cause.substring(0, CAUSE_CHARS_MAX);
  }

  static void pause() {
    LockSupport.parkNanos(PAUSE.toNanos());
  }
}
