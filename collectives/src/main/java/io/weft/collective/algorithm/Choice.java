package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Price;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The algorithms that can do a collective, cheapest first. The choice is a pure function of its
 * arguments, so ranks that know the same costs choose the same.
 *
 * <p>Prices know nothing of what else is on the links. Between hosts, those that differ by less
 * than 3 % are taken to be alike, and of them the first is the one whose ranks send to the fewest
 * others: it meets itself and other operations on the fewest links. In the lab
 * (docs/measurements.md) training took 658 to 664 ms a step with rings and 722 ms with halving and
 * doubling, at the same price.
 *
 * <p>On one host prices know nothing of caches. Those that differ by less than 1 % are taken to be
 * alike, and the first is chosen in the same way: a ring sends on what has just come, while it is
 * still there. In trials (docs/measurements.md) four ranks on two cores took 92 to 93 ms for 64 MB
 * with a ring and 96 to 102 with halving and doubling.
 *
 * <p>Where ranks of a host outnumber its cores they take turns, and every message that is not sent
 * saves somebody's turn (docs/measurements.md: eight ranks on two cores).
 */
public final class Choice {
  /** Into how many pieces a pipelined algorithm is tried: every trial is a walk of all ranks. */
  private static final List<Integer> PIECES = List.of(1, 4, 16, 64);

  private static final long PIECE_BYTES = 1 << 20;

  private static final double ALIKE_AMONG_HOSTS = 1.03;
  private static final double ALIKE_ON_ONE_HOST = 1.01;

  /**
   * One way to do it.
   *
   * @param collective as asked, with the pieces that suit the algorithm
   * @param seconds by which it is compared: those of the price, or more where ranks take turns
   * @param peersMost to how many ranks of other hosts a rank sends, at most; if there is one host
   *     only, of that one
   */
  public record Offer(
      Algorithm algorithm, Collective collective, Price price, double seconds, int peersMost) {}

  private Choice() {}

  /**
   * Prices all candidates that can do the collective.
   *
   * @param count elements of data on each rank
   * @param byteWidth bytes per element
   */
  public static List<Offer> among(
      List<Algorithm> candidates,
      Collective collective,
      long count,
      int byteWidth,
      ClusterCosts costs) {
    var offers = new ArrayList<Offer>();
    for (var algorithm : candidates) {
      if (algorithm.refusal(collective).isEmpty()) {
        variants(algorithm, collective, count * byteWidth).stream()
            .map(variant -> offer(algorithm, variant, count, byteWidth, costs))
            .min(Comparator.comparingDouble(Offer::seconds))
            .ifPresent(offers::add);
      }
    }
    offers.sort(Comparator.comparingDouble(Offer::seconds));
    boolean oneHost = collective.topology().hostCount() == 1;
    preferFewPeers(offers, oneHost ? ALIKE_ON_ONE_HOST : ALIKE_AMONG_HOSTS);
    return offers;
  }

  private static void preferFewPeers(List<Offer> sorted, double alikeFactor) {
    if (!sorted.isEmpty()) {
      double most = sorted.getFirst().seconds() * alikeFactor;
      int alike = (int) sorted.stream().filter(offer -> offer.seconds() <= most).count();
      sorted.subList(0, alike).sort(Comparator.comparingInt(Offer::peersMost));
    }
  }

  private static List<Collective> variants(Algorithm algorithm, Collective collective, long bytes) {
    int most = Math.min(algorithm.piecesMost(collective.ranks()), worthwhile(collective, bytes));
    return PIECES.stream().filter(it -> it <= most).map(collective::withPieces).toList();
  }

  /**
   * Cutting lets a rank add while its links are busy. On one host it is the cores that are busy:
   * there it paid between two ranks only, as measured before messages were added as they come.
   */
  private static int worthwhile(Collective collective, long bytes) {
    if (collective.topology().hostCount() > 1) {
      return Integer.MAX_VALUE;
    }
    long pieces = collective.ranks() > 2 ? 1 : bytes / collective.ranks() / PIECE_BYTES;
    return Math.clamp(pieces, 1, PIECES.getLast());
  }

  private static Offer offer(
      Algorithm algorithm, Collective collective, long count, int byteWidth, ClusterCosts costs) {
    List<Program> programs =
        IntStream.range(0, collective.ranks())
            .mapToObj(rank -> algorithm.program(collective, rank))
            .toList();
    var layout = Layout.even(count, programs.getFirst().chunkCount());
    var price = Price.of(programs, layout, byteWidth, costs);
    var topology = collective.topology();
    double seconds =
        ranksMost(topology) > costs.cores() ? price.secondsInTurns(costs.cores()) : price.seconds();
    return new Offer(algorithm, collective, price, seconds, peersMost(programs, topology));
  }

  /** How many ranks are on the host that has most. */
  private static int ranksMost(Topology topology) {
    var ranks = new int[topology.hostCount()];
    IntStream.range(0, topology.ranks()).forEach(rank -> ranks[topology.hostOf(rank)]++);
    return Arrays.stream(ranks).max().orElse(0);
  }

  private static int peersMost(List<Program> programs, Topology topology) {
    return programs.stream()
        .mapToInt(
            program ->
                (int)
                    program.steps().stream()
                        .filter(Step.Send.class::isInstance)
                        .map(step -> ((Step.Send) step).peer())
                        .filter(
                            peer ->
                                topology.hostCount() == 1
                                    || topology.hostOf(peer) != topology.hostOf(program.rank()))
                        .distinct()
                        .count())
        .max()
        .orElse(0);
  }
}
