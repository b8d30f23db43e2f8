package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.collective.Elementwise;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Direct;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Price;
import io.weft.schedule.graph.Phase;
import io.weft.simulation.sharing.FlowTime;
import io.weft.tensor.Reduction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The programs that ranks run, walked step by step in virtual time, the cheapest of those allowed.
 * Not for several threads: it remembers what it has walked.
 */
public final class ProgramCosts implements ExchangeCosts {
  /** More ranks are priced in closed form: walks take as long as they send messages. */
  public static final int RANKS_MOST = 16;

  private static final Operator SUM = new Elementwise(Reduction.SUM);

  private record Question(Phase phase, long elements) {}

  private final Cluster cluster;
  private final int ranks;
  private final List<Algorithm> allowed;
  private final Map<Question, Cost> known = new HashMap<>();

  private ProgramCosts(Cluster cluster, int ranks, List<Algorithm> allowed) {
    this.cluster = cluster;
    this.ranks = ranks;
    this.allowed = allowed;
  }

  /**
   * By one algorithm, or by the cheapest for each size.
   *
   * @throws IllegalArgumentException if there are more than {@link #RANKS_MOST} ranks, or the
   *     algorithm cannot do it
   */
  public static ProgramCosts of(Cluster cluster, int ranks, Optional<Algorithm> algorithm) {
    if (ranks > RANKS_MOST) {
      throw new IllegalArgumentException(
          "programs of %d ranks are not walked: at most %d".formatted(ranks, RANKS_MOST));
    }
    var all = Algorithms.all().stream().filter(it -> !(it instanceof Direct)).toList();
    return new ProgramCosts(cluster, ranks, algorithm.map(List::of).orElse(all));
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public Cost of(Phase phase, double bytes, int tensors) {
    if (ranks == 1) {
      return Cost.NONE;
    }
    long elements = Math.max(1, (long) Math.ceil(bytes / Float.BYTES));
    var question = new Question(phase, elements);
    var walked = known.computeIfAbsent(question, this::walk);
    double overhead = cluster.overheads().seconds(ranks, tensors);
    return new Cost(
        overhead + walked.seconds(),
        walked.latencySeconds(),
        walked.coreSeconds(),
        walked.wireBytes(),
        walked.parts());
  }

  @Override
  public Cost ofPairs(double bytes, int tensors) {
    return new PairCosts(cluster, ranks).of(bytes, tensors);
  }

  private Cost walk(Question question) {
    var operation = Halves.operation(question.phase);
    var collective = new Collective(operation, cluster.topology(ranks), 0, SUM, 1);
    var offers = Choice.among(allowed, collective, question.elements, Float.BYTES, cluster.costs());
    if (offers.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: choose another collective"
              .formatted(allowed.getFirst().refusal(collective).orElse("nothing can do it")));
    }
    var price = price(offers.getFirst(), question.elements);
    double bytes = question.elements * (double) Float.BYTES;
    double sent = price.bytes() / ranks;
    double messages = (double) price.messages() / ranks;
    double work = SocketWork.coreSeconds(cluster, question.phase, bytes, sent, messages, ranks);
    double latency = Math.max(0, price.seconds() - busySeconds(price));
    return new Cost(price.seconds(), latency, work, sent, Parts.of(bytes));
  }

  /**
   * How long a link cannot carry anything else: while ranks of one exchange wait for each other,
   * chunks of the next ones travel. Where ranks share links it is taken to be all the time.
   */
  private double busySeconds(Price price) {
    boolean own = cluster.hostsOf(ranks) == ranks && cluster.racks().areNone();
    return own ? price.bytesMost() / cluster.between().bytesPerSecond() : price.seconds();
  }

  /** Ranks choose by what they know, which is not who shares a link with whom. */
  private Price price(Choice.Offer offer, long elements) {
    if (cluster.racks().areNone()) {
      return offer.price();
    }
    var programs =
        IntStream.range(0, ranks)
            .mapToObj(rank -> offer.algorithm().program(offer.collective(), rank))
            .toList();
    var layout = Layout.even(elements, programs.getFirst().chunkCount());
    return FlowTime.price(programs, layout, Float.BYTES, cluster);
  }
}
