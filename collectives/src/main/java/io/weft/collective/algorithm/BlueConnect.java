package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The number of ranks is factored, n = p₁·p₂·…, and a ring runs along each factor in turn: first
 * inside a host, then between near hosts, then between far ones. Where hosts have as many ranks
 * each, the factors of a host come first.
 *
 * <p>Steps: 2·Σ(pᵢ−1) for all-reduce, half of that for reduce-scatter and all-gather.<br>
 * Bytes: 2(n−1)/n·S for all-reduce, half of that for the others.
 *
 * @see "Cho et al., BlueConnect: decomposing all-reduce for deep learning on heterogeneous network
 *     hierarchy, 2019"
 */
public final class BlueConnect implements Algorithm {
  @Override
  public String name() {
    return "blueconnect";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(), collective, Operation.ALL_REDUCE, Operation.REDUCE_SCATTER, Operation.ALL_GATHER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    return grid(collective.topology()).program(collective, name(), rank);
  }

  private static Grid grid(Topology topology) {
    int hosts = topology.hostCount();
    var ranks =
        IntStream.range(0, hosts).boxed().flatMap(host -> topology.ranksOf(host).stream()).toList();
    int inside = topology.ranksOf(0).size();
    boolean equalHosts =
        IntStream.range(0, hosts).allMatch(host -> topology.ranksOf(host).size() == inside);
    var factors = new ArrayList<Integer>();
    if (equalHosts) {
      factors.addAll(primeFactors(inside));
      factors.addAll(primeFactors(hosts));
    } else {
      factors.addAll(primeFactors(ranks.size()));
    }
    return new Grid(factors, ranks);
  }

  private static List<Integer> primeFactors(int number) {
    var factors = new ArrayList<Integer>();
    for (int factor = 2; number > 1; factor++) {
      while (number % factor == 0) {
        factors.add(factor);
        number /= factor;
      }
    }
    return factors;
  }
}
