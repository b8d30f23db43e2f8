package io.weft.join;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.LinkCosts;
import io.weft.collective.program.Topology;
import io.weft.network.Transport;
import io.weft.network.rendezvous.Mesh;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What rank 0 decides for all, because the choice of algorithms depends on it. */
record Agreement(Topology topology, ClusterCosts costs) {
  private static final int COSTS = 6;

  /** What this rank would decide. */
  static Agreement proposed(Mesh mesh, JoinOptions options) {
    boolean alone = options.identity().localWorldSize().orElse(0) == 1;
    return new Agreement(
        alone ? Topology.hosts(mesh.world(), 1) : sharing(mesh),
        options.machine().amongProcesses());
  }

  /** Ranks share a host if it has the same name and is reached at the same address. */
  private static Topology sharing(Mesh mesh) {
    record Host(String name, String address) {}
    var hosts =
        IntStream.range(0, mesh.world())
            .mapToObj(mesh::peer)
            .map(peer -> new Host(peer.hostName(), peer.address().getAddress().getHostAddress()))
            .toList();
    var distinct = hosts.stream().distinct().toList();
    return new Topology(hosts.stream().map(distinct::indexOf).toList());
  }

  /** What rank 0 has proposed. */
  Agreement agreed(Transport transport, Duration timeout) {
    int ranks = topology.ranks();
    var message = encoded();
    var plain = new Options(Topology.oneHost(ranks), ClusterCosts.TYPICAL, timeout);
    try (var world = Communicator.open(transport, plain);
        var group = world.group(IntStream.range(0, ranks).toArray())) {
      // A group of its own, so that its messages cannot be taken for those of the real one.
      group.using("binomial-tree").broadcast(Tensor.of(message), 0);
    }
    return decoded(message, ranks);
  }

  private long[] encoded() {
    var message = new long[COSTS + topology.ranks()];
    int at = 0;
    for (var link : List.of(costs.inside(), costs.between())) {
      message[at++] = Double.doubleToRawLongBits(link.alpha());
      message[at++] = Double.doubleToRawLongBits(link.beta());
      message[at++] = Double.doubleToRawLongBits(link.gamma());
    }
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
    return new Agreement(new Topology(hosts), new ClusterCosts(link(message, 0), link(message, 3)));
  }

  private static LinkCosts link(long[] message, int at) {
    return new LinkCosts(
        Double.longBitsToDouble(message[at]),
        Double.longBitsToDouble(message[at + 1]),
        Double.longBitsToDouble(message[at + 2]));
  }
}
