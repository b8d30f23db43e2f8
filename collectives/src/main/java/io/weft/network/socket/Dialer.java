package io.weft.network.socket;

import io.weft.network.Deadline;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.MalformedException;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.TlsDiffersException;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;

/** Connects to a rank that may not be up yet. */
public final class Dialer {
  /** Between two attempts: short beside the start of a JVM, long beside a refusal. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** What to do about a rank whose host takes calls and which does not speak. */
  public static final String FROZEN =
      "see whether it is frozen or overloaded, or raise the timeout";

  /** As much of a system's error message as fits into a sentence. */
  private static final int CAUSE_CHARS_MAX = 200;

  private final Endpoint endpoint;

  public Dialer(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Whom to call.
   *
   * @param peer who must answer
   * @param source the address of this host to call from; else the system chooses
   * @param stream which of the streams of the pair the connection is to be
   */
  public record Call(
      int peer,
      InetSocketAddress address,
      Optional<InetAddress> source,
      Role role,
      int stream,
      Token token) {}

  /** What to do on a new connection before it counts. */
  public interface Opening {
    void on(Wire wire, Deadline deadline) throws IOException;
  }

  /**
   * A connection to the right rank, with both sides proved.
   *
   * @throws AuthenticationException at once, if the two do not accept each other
   * @throws UnusableAddressException if there is no connection before the deadline
   * @throws UnansweredException if there is one at last, but nobody speaks
   * @throws InterruptedIOException if the thread is interrupted
   */
  public Wire reach(Call call, Opening opening, Deadline deadline)
      throws UnusableAddressException, UnansweredException, InterruptedIOException {
    var last = new IOException("no time left");
    while (!deadline.passed()) {
      try {
        return attempt(call, opening, deadline);
      } catch (UnusableAddressException e) {
        throw e;
      } catch (TlsDiffersException e) {
        throw new AuthenticationException(tlsDiffers(call));
      } catch (SSLException e) {
        throw new AuthenticationException(tlsFailed(call, e));
      } catch (IOException e) {
        last = e;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException();
      }
      pause();
    }
    if (last instanceof UnansweredException unanswered) {
      throw unanswered;
    }
    throw new UnusableAddressException(
        ("rank %d could not reach rank %d at %s before the timeout (%s): "
                + "check that it runs there and that no firewall is between")
            .formatted(rank(), call.peer(), Addresses.spoken(call.address()), spoken(last)));
  }

  private String tlsDiffers(Call call) {
    boolean ours = endpoint.tls().isPresent();
    return "rank %d speaks TLS and rank %d does not: %s"
        .formatted(
            ours ? rank() : call.peer(), ours ? call.peer() : rank(), TlsDiffersException.REPAIR);
  }

  private String tlsFailed(Call call, SSLException e) {
    return ("rank %d and rank %d at %s do not agree in TLS (%s): the TLS file of each rank must hold "
            + "the certificates of all ranks, or that of the authority that signed them")
        .formatted(rank(), call.peer(), Addresses.spoken(call.address()), spoken(e));
  }

  private int rank() {
    return endpoint.identity().rank();
  }

  private Wire attempt(Call call, Opening opening, Deadline deadline) throws IOException {
    long nanos = Math.min(deadline.remainingNanos(), Limits.HANDSHAKE_TIME.toNanos());
    var time = Endpoint.within(Duration.ofNanos(nanos));
    var channel = SocketChannel.open();
    endpoint.sockets().add(channel);
    boolean reached = false;
    try {
      endpoint.time().within(time, channel, () -> connect(channel, call));
      var wire = talk(channel, call, opening, time);
      reached = true;
      return wire;
    } finally {
      if (!reached) {
        endpoint.sockets().drop(channel);
      }
    }
  }

  private Wire talk(SocketChannel channel, Call call, Opening opening, Deadline time)
      throws IOException {
    try {
      var wire = endpoint.time().within(time, channel, () -> open(channel, call));
      opening.on(wire, time);
      return wire;
    } catch (SocketTimeoutException e) {
      throw new UnansweredException(
          "rank %d at %s takes the call of rank %d but does not answer: %s"
              .formatted(call.peer(), Addresses.spoken(call.address()), rank(), FROZEN));
    }
  }

  private SocketChannel connect(SocketChannel channel, Call call) throws IOException {
    if (call.source().isPresent()) {
      bind(channel, call.source().get());
    }
    try {
      channel.connect(Addresses.resolve(call.address()));
      return channel;
    } catch (UnresolvedAddressException e) {
      throw new UnknownHostException();
    }
  }

  private void bind(SocketChannel channel, InetAddress source) throws IOException {
    try {
      channel.bind(new InetSocketAddress(source, 0));
    } catch (IOException e) {
      throw new UnusableAddressException(
          "rank %d cannot call from %s (%s): bind to an address of this host"
              .formatted(rank(), source.getHostAddress(), e.getMessage()));
    }
  }

  private Wire open(SocketChannel channel, Call call) throws IOException {
    var wire = Wire.calling(endpoint, channel);
    var hello = wire.asClient(call.token(), endpoint.identity().hello(call.role(), call.stream()));
    if (hello.rank() != call.peer()) {
      throw new MalformedException("rank %d answered".formatted(hello.rank()));
    }
    return wire;
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
