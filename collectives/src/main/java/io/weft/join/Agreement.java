package io.weft.join;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.LinkCosts;
import io.weft.collective.program.Topology;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.Transport;
import io.weft.network.rendezvous.Mesh;
import io.weft.network.rendezvous.Peer;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What rank 0 decides for all, because the choice of algorithms depends on it. */
record Agreement(Topology topology, ClusterCosts costs) {
  private static final int COSTS = 7;

  /** No communicator has this name: the world is 0, and groups have hashes. */
  private static final Key KEY = new Key(-1, 0);

  /** What this rank would decide. */
  static Agreement proposed(Mesh mesh, JoinOptions options) {
    boolean alone = options.identity().localWorldSize().orElse(0) == 1;
    return new Agreement(
        alone ? Topology.hosts(mesh.world(), 1) : sharing(mesh),
        options.machine().amongProcesses().withCores(Runtime.getRuntime().availableProcessors()));
  }

  private static Topology sharing(Mesh mesh) {
    var hosts = IntStream.range(0, mesh.world()).mapToObj(mesh::peer).map(Peer::host).toList();
    var distinct = hosts.stream().distinct().toList();
    return new Topology(hosts.stream().map(distinct::indexOf).toList());
  }

  /** What rank 0 has proposed. */
  Agreement agreed(Transport transport, Duration timeout) {
    int ranks = topology.ranks();
    var all = IntStream.range(0, ranks).boxed().toList();
    var ticket = new Ticket(KEY, ranks, all, 0, () -> "the agreement at the start");
    var deadline = Deadline.after(timeout, ticket.description(), System::nanoTime);
    try (var arena = Arena.ofShared();
        var channel = transport.open(ticket)) {
      var message = arena.allocateFrom(ValueLayout.JAVA_LONG, encoded());
      if (transport.rank() == 0) {
        var sent = all.stream().skip(1).map(peer -> channel.send(peer, message)).toList();
        sent.forEach(sending -> sending.await(deadline));
      } else {
        channel.receive(0, message).await(deadline);
      }
      return decoded(message.toArray(ValueLayout.JAVA_LONG), ranks);
    }
  }

  private long[] encoded() {
    var message = new long[COSTS + topology.ranks()];
    int at = 0;
    for (var link : List.of(costs.inside(), costs.between())) {
      message[at++] = Double.doubleToRawLongBits(link.alpha());
      message[at++] = Double.doubleToRawLongBits(link.beta());
      message[at++] = Double.doubleToRawLongBits(link.gamma());
    }
    message[at++] = costs.cores();
    for (int rank = 0; rank < topology.ranks(); rank++) {
      message[at++] = topology.hostOf(rank);
    }
    return message;
  }

  private static Agreement decoded(long[] message, int ranks) {
    var hosts = new ArrayList<Integer>();
    for (int rank = 0; rank < ranks; rank++) {
      hosts.add((int) message[COSTS + rank]);
    }
    var costs = new ClusterCosts(link(message, 0), link(message, 3), (int) message[COSTS - 1]);
    return new Agreement(new Topology(hosts), costs);
  }

  private static LinkCosts link(long[] message, int at) {
    return new LinkCosts(
        Double.longBitsToDouble(message[at]),
        Double.longBitsToDouble(message[at + 1]),
        Double.longBitsToDouble(message[at + 2]));
  }
}
