package io.weft.network.rendezvous;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Token;
import io.weft.network.socket.Addresses;
import io.weft.network.socket.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a rank must know to meet the others.
 *
 * @param master where rank 0 listens; an unresolved name is looked up anew at each attempt
 * @param listener a bound socket for rank 0 to listen with instead, for instance at a port that the
 *     system chose; the meeting closes it
 * @param bind addresses of this host, as many on every rank: stream k uses number k modulo their
 *     number on both sides; if there are none, rank 0 listens at the master's address, and the
 *     others at the local address of their connection to it
 * @param streams connections for each pair of ranks, at least one for each address
 * @param timeout how long all of it may take, from the first attempt on
 * @param tls given on all ranks or on none: every connection runs inside TLS then
 */
public record RendezvousOptions(
    Identity identity,
    InetSocketAddress master,
    Optional<ServerSocketChannel> listener,
    List<InetAddress> bind,
    int streams,
    Duration timeout,
    Token token,
    Optional<Tls> tls) {
  public static final Duration TIMEOUT = Duration.ofSeconds(60);

  public RendezvousOptions {
    bind = List.copyOf(bind);
    requireRank(identity);
    requireStreams(streams, bind);
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout=%s: more than nothing".formatted(timeout));
    }
    if (master.getPort() == 0 && identity.world() > 1) {
      throw new AddressException(
          "the master's port is 0, at which no rank can call: give the port where rank 0 listens");
    }
    if (!token.isSecret() && !Addresses.isLoopback(master)) {
      throw new AuthenticationException(
          "no token for a master that others can reach (%s): %s"
              .formatted(Addresses.spoken(master), Token.REPAIR));
    }
    requireReachable(bind, master);
    requireMasterFirst(identity, bind, master);
    streams = Math.max(streams, bind.size());
  }

  private static void requireRank(Identity identity) {
    if (identity.rank() >= identity.world()) {
      throw new RankConflictException(
          "rank %d is not within the world of %d: ranks are 0 to %d"
              .formatted(identity.rank(), identity.world(), identity.world() - 1));
    }
  }

  private static void requireStreams(int streams, List<InetAddress> bind) {
    if (streams < 1 || streams > Limits.STREAMS_MAX) {
      throw new IllegalArgumentException(
          "streams=%d: from 1 to %d".formatted(streams, Limits.STREAMS_MAX));
    }
    if (bind.size() > Limits.STREAMS_MAX) {
      throw new AddressException(
          "%d bind addresses: at most %d".formatted(bind.size(), Limits.STREAMS_MAX));
    }
  }

  private static void requireReachable(List<InetAddress> bind, InetSocketAddress master) {
    for (var address : bind) {
      if (address.isLoopbackAddress() && !Addresses.isLoopback(master)) {
        throw new AddressException(
            "bind address %s is loopback, which the ranks that reach the master at %s cannot reach"
                .formatted(address.getHostAddress(), Addresses.spoken(master)));
      }
    }
  }

  private static void requireMasterFirst(
      Identity identity, List<InetAddress> bind, InetSocketAddress master) {
    if (identity.rank() == 0 && bind.size() > 1) {
      var address = Addresses.resolve(master).getAddress();
      if (bind.indexOf(address) > 0) {
        throw new AddressException(
            "bind address %s of rank 0 is the master's, where all ranks call first: put it first"
                .formatted(address.getHostAddress()));
      }
    }
  }

  /** The usual: no listener given, no bind address, one stream, {@link #TIMEOUT}, no TLS. */
  public static RendezvousOptions of(Identity identity, InetSocketAddress master, Token token) {
    return new RendezvousOptions(
        identity, master, Optional.empty(), List.of(), 1, TIMEOUT, token, Optional.empty());
  }

  public RendezvousOptions withListener(ServerSocketChannel socket) {
    return new RendezvousOptions(
        identity, master, Optional.of(socket), bind, streams, timeout, token, tls);
  }

  public RendezvousOptions withBind(List<InetAddress> addresses) {
    return new RendezvousOptions(
        identity, master, listener, addresses, streams, timeout, token, tls);
  }

  public RendezvousOptions withStreams(int count) {
    return new RendezvousOptions(identity, master, listener, bind, count, timeout, token, tls);
  }

  public RendezvousOptions withTimeout(Duration limit) {
    return new RendezvousOptions(identity, master, listener, bind, streams, limit, token, tls);
  }

  public RendezvousOptions withTls(Tls protection) {
    return new RendezvousOptions(
        identity, master, listener, bind, streams, timeout, token, Optional.of(protection));
  }

  public int rank() {
    return identity.rank();
  }

  public int world() {
    return identity.world();
  }

  /** The address of this host that a stream uses; the system's choice if none is given. */
  Optional<InetAddress> source(int stream) {
    return bind.isEmpty() ? Optional.empty() : Optional.of(bind.get(stream % bind.size()));
  }

  /** The identity of a rank whose job is described by this text. */
  public static Identity identity(int rank, int world, String program, String configuration) {
    return new Identity(rank, world, program, Bits256.hashOf(configuration));
  }
}
