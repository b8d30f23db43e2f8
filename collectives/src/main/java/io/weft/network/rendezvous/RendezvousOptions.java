package io.weft.network.rendezvous;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Token;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Optional;

/**
 * What a rank must know to meet the others.
 *
 * @param master where rank 0 listens; an unresolved name is looked up anew at each attempt
 * @param listener a bound socket for rank 0 to listen with instead, for instance at a port that the
 *     system chose; the meeting closes it
 * @param bind where this rank listens; else rank 0 listens at the master's address, and the others
 *     at the local address of their connection to it
 * @param timeout how long all of it may take, from the first attempt on
 */
public record RendezvousOptions(
    Identity identity,
    InetSocketAddress master,
    Optional<ServerSocketChannel> listener,
    Optional<InetAddress> bind,
    Duration timeout,
    Token token) {
  public static final Duration TIMEOUT = Duration.ofSeconds(60);

  public RendezvousOptions {
    if (identity.rank() >= identity.world()) {
      throw new RankConflictException(
          "rank %d is not within the world of %d: ranks are 0 to %d"
              .formatted(identity.rank(), identity.world(), identity.world() - 1));
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout=%s: more than nothing".formatted(timeout));
    }
    if (!token.isSecret() && !isLoopback(master)) {
      throw new AuthenticationException(
          "no token for a master that others can reach (%s): %s"
              .formatted(Addresses.spoken(master), Token.REPAIR));
    }
    if (bind.isPresent() && bind.get().isLoopbackAddress() && !isLoopback(master)) {
      throw new AddressException(
          "bind address %s is loopback, which the ranks that reach the master at %s cannot reach"
              .formatted(bind.get().getHostAddress(), Addresses.spoken(master)));
    }
  }

  /** The usual: no listener given, no bind address, {@link #TIMEOUT}. */
  public static RendezvousOptions of(Identity identity, InetSocketAddress master, Token token) {
    return new RendezvousOptions(
        identity, master, Optional.empty(), Optional.empty(), TIMEOUT, token);
  }

  public RendezvousOptions withListener(ServerSocketChannel socket) {
    return new RendezvousOptions(identity, master, Optional.of(socket), bind, timeout, token);
  }

  public RendezvousOptions withBind(InetAddress address) {
    return new RendezvousOptions(identity, master, listener, Optional.of(address), timeout, token);
  }

  public RendezvousOptions withTimeout(Duration limit) {
    return new RendezvousOptions(identity, master, listener, bind, limit, token);
  }

  public int rank() {
    return identity.rank();
  }

  public int world() {
    return identity.world();
  }

  /** The identity of a rank whose job is described by this text. */
  public static Identity identity(int rank, int world, String program, String configuration) {
    return new Identity(rank, world, program, Bits256.hashOf(configuration));
  }

  private static boolean isLoopback(InetSocketAddress address) {
    var resolved = Addresses.resolve(address);
    return !resolved.isUnresolved() && resolved.getAddress().isLoopbackAddress();
  }
}
