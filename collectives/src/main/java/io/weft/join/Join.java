package io.weft.join;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.flow.FlowOptions;
import io.weft.flow.FlowTransport;
import io.weft.network.rendezvous.AddressException;
import io.weft.network.rendezvous.Mesh;
import io.weft.network.rendezvous.Rendezvous;
import io.weft.network.rendezvous.RendezvousOptions;
import io.weft.network.socket.Addresses;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Makes a process a rank. */
public final class Join {
  private static final Logger LOGGER = System.getLogger(Join.class.getName());

  private Join() {}

  /**
   * Meets the other ranks; returns on all of them or fails on all that came.
   *
   * @throws io.weft.network.rendezvous.RendezvousTimeoutException naming the ranks that are missing
   * @throws io.weft.network.handshake.AuthenticationException if tokens are missing or differ
   * @throws io.weft.network.rendezvous.ConfigurationDiffersException if versions, jobs or wiring do
   * @throws io.weft.network.rendezvous.RankConflictException if ranks are numbered wrongly
   * @throws io.weft.network.shared.SharedMemoryException if ranks must share memory and cannot
   * @throws AddressException if an address is taken, unknown or cannot be reached
   * @throws io.weft.network.PeerLostException if a rank goes away in the middle of it
   */
  public static Rank open(JoinOptions options) {
    var mesh = Rendezvous.meet(rendezvous(options));
    try {
      return over(mesh, options);
    } catch (RuntimeException | Error e) {
      mesh.close();
      throw e;
    }
  }

  private static Rank over(Mesh mesh, JoinOptions options) {
    var timeouts = options.timeouts();
    var flow = new FlowOptions(timeouts.liveness(), options.wiring().checksum());
    var transport = FlowTransport.over(mesh, flow);
    try {
      var agreed = Agreement.proposed(mesh, options).agreed(transport, timeouts.collective());
      var told =
          new Options(
              agreed.topology(), agreed.costs(), timeouts.collective(), options.recordings());
      var neighbours = SharedHost.open(transport, agreed.topology(), options);
      var communicator = Communicator.open(transport, told);
      var rank = new Rank(transport, communicator, agreed.topology(), neighbours);
      LOGGER.log(Level.DEBUG, () -> sentence(rank));
      return rank;
    } catch (RuntimeException | Error e) {
      transport.close();
      throw e;
    }
  }

  /** As in {@code rank 1 of 4 has joined: 2 hosts, shared memory with ranks [0, 1]}. */
  private static String sentence(Rank rank) {
    int hosts = rank.topology().hostCount();
    return "rank %d of %d has joined: %d %s, %s"
        .formatted(
            rank.rank(),
            rank.ranks(),
            hosts,
            hosts == 1 ? "host" : "hosts",
            rank.neighbours().size() > 1
                ? "shared memory with ranks " + rank.neighbours()
                : "sockets to all others");
  }

  static RendezvousOptions rendezvous(JoinOptions options) {
    var who = options.identity();
    var identity =
        RendezvousOptions.identity(
            who.rank(), who.worldSize(), Version.CURRENT, configuration(options));
    var master = InetSocketAddress.createUnresolved(who.masterHost(), who.masterPort());
    var bind = addresses(who.bindAddress().orElse(""));
    int streams = Math.max(options.wiring().streams(), bind.size());
    var rendezvous =
        RendezvousOptions.of(identity, master, options.token())
            .withTimeout(options.timeouts().rendezvous())
            .withBind(bind)
            .withStreams(connections(streams, master));
    return options.wiring().tls().map(rendezvous::withTls).orElse(rendezvous);
  }

  /**
   * Large messages have connections of their own, so that nothing urgent waits behind them; within
   * one machine, where that hardly matters, one connection for everything is quicker.
   */
  private static int connections(int streams, InetSocketAddress master) {
    return streams == 1 && Addresses.isLoopback(master) ? 1 : streams + 1;
  }

  private static String configuration(JoinOptions options) {
    return "%s, transport %s; %s"
        .formatted(options.wiring(), options.sharing().medium().label(), options.job());
  }

  private static List<InetAddress> addresses(String list) {
    var addresses = new ArrayList<InetAddress>();
    for (String one : list.split(",", -1)) {
      if (!one.isBlank()) {
        addresses.add(address(one.strip()));
      }
    }
    return addresses;
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new AddressException(
          ("bind address '%s' is unknown: give an address of this host, or leave out --bind and"
                  + " HOST_ADDR")
              .formatted(text));
    }
  }
}
