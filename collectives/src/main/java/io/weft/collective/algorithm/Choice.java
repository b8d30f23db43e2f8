package io.weft.collective.algorithm;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Price;
import io.weft.collective.program.Program;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The algorithms that can do a collective, cheapest first. The choice is a pure function of its
 * arguments, so ranks that know the same costs choose the same.
 */
public final class Choice {
  /** Into how many pieces a pipelined algorithm is tried: every trial is a walk of all ranks. */
  private static final List<Integer> PIECES = List.of(1, 4, 16, 64);

  private static final long PIECE_BYTES = 1 << 20;

  /**
   * One way to do it.
   *
   * @param collective as asked, with the pieces that suit the algorithm
   */
  public record Offer(Algorithm algorithm, Collective collective, Price price) {}

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
            .min(Comparator.comparingDouble(offer -> offer.price().seconds()))
            .ifPresent(offers::add);
      }
    }
    offers.sort(Comparator.comparingDouble(offer -> offer.price().seconds()));
    return offers;
  }

  private static List<Collective> variants(Algorithm algorithm, Collective collective, long bytes) {
    int most = Math.min(algorithm.piecesMost(collective.ranks()), worthwhile(collective, bytes));
    return PIECES.stream().filter(it -> it <= most).map(collective::withPieces).toList();
  }

  /**
   * Cutting lets a rank add while its links are busy. On one host it is the cores that are busy:
   * there it pays, as measured, between two ranks only, whose pieces then stay in a cache.
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
    return new Offer(algorithm, collective, Price.of(programs, layout, byteWidth, costs));
  }
}
