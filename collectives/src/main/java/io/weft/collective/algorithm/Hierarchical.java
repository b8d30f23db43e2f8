package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reduce-scatter inside each host, all-reduce of what is left across hosts, all-gather inside: each
 * byte crosses the slow links between hosts as few times as if there were one rank per host.
 *
 * <p>Steps, with k ranks on each of m hosts: 2(k−1) inside and 2(m−1) across.<br>
 * Bytes: 2(k−1)/k·S inside and 2(m−1)/m·S/k across; half of that for reduce-scatter and all-gather.
 */
public final class Hierarchical implements Algorithm {
  @Override
  public String name() {
    return "hierarchical";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
            name(),
            collective,
            Operation.ALL_REDUCE,
            Operation.REDUCE_SCATTER,
            Operation.ALL_GATHER)
        .or(() -> unlessEqualHosts(collective.topology()));
  }

  private Optional<String> unlessEqualHosts(Topology topology) {
    var sizes =
        IntStream.range(0, topology.hostCount())
            .mapToObj(host -> topology.ranksOf(host).size())
            .toList();
    if (sizes.stream().distinct().count() == 1) {
      return Optional.empty();
    }
    return Optional.of(
        "%s needs as many ranks on every host, and the hosts have %s: use ring, or auto"
            .formatted(name(), sizes));
  }

  @Override
  public Program program(Collective collective, int rank) {
    return grid(collective.topology()).program(collective, name(), rank);
  }

  /** Dimension 0 runs inside a host, dimension 1 across hosts. */
  private static Grid grid(Topology topology) {
    int hosts = topology.hostCount();
    var ranks =
        IntStream.range(0, hosts).boxed().flatMap(host -> topology.ranksOf(host).stream()).toList();
    return new Grid(List.of(ranks.size() / hosts, hosts), ranks);
  }
}
