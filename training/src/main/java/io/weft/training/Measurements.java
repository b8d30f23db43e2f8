package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trace.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What came of rounds on all ranks together, and where their time went. What gathers or measures
 * waits for all ranks, so all of them call it; one that calls it alone waits for the others until
 * its deadline.
 */
public final class Measurements {
  /** Where the time of so many rounds went is remembered at least until somebody asks. */
  public static final int ROUNDS_LOOKED_AT = Tracks.ROUNDS_KEPT;

  /** Below it rounding is all that is left of the sum of weights. */
  private static final double LEAST_WEIGHT = 1e-9;

  private final Communicator communicator;
  private final Replica replica;
  private final Timeline timeline;
  private final Clocks clocks;
  private final Rehearsal rehearsal;
  private final Supplier<Arrangement> arrangement;
  private final LongSupplier rounds;

  /**
   * @param arrangement the present one
   * @param rounds how many have been performed
   */
  Measurements(
      Communicator communicator,
      Replica replica,
      Timeline timeline,
      Rehearsal rehearsal,
      Supplier<Arrangement> arrangement,
      LongSupplier rounds) {
    this.communicator = communicator;
    this.replica = replica;
    this.timeline = timeline;
    this.clocks = new Clocks(communicator);
    this.rehearsal = rehearsal;
    this.arrangement = arrangement;
    this.rounds = rounds;
  }

  private StepGraph graph() {
    return arrangement.get().graph();
  }

  /**
   * The mean loss over the samples of all ranks in the last round, but for those that were skipped;
   * not a number if all were. All ranks call it.
   */
  public double averageLoss() {
    long round = rounds.getAsLong() - 1;
    double[] parts = {replica.loss(round), replica.skipped(round)};
    communicator.allReduce(Tensor.of(parts), Reduction.SUM);
    double counted = 1 - parts[1];
    return parts[1] == 0 ? parts[0] : counted < LEAST_WEIGHT ? Double.NaN : parts[0] / counted;
  }

  /**
   * Where the time of rounds went since this was last asked, on average over rounds and ranks; of
   * more than {@link #ROUNDS_LOOKED_AT} rounds, overlap is that of the latest. All ranks call it.
   */
  public RoundTimes gatherTimes() {
    return new JointTimes(communicator, timeline, clocks).look(graph(), rounds.getAsLong());
  }

  /**
   * The shortest that each task of a round has taken since this was last asked, in seconds, on the
   * rank that is slowest at it; exchanges are left out. All ranks call it.
   */
  public Map<Task, Double> gatherQuickestSeconds() {
    return slowest(timeline.quickest());
  }

  /** Seconds of what this rank gives in nanoseconds, on the rank that is slowest at it. */
  private Map<Task, Double> slowest(Map<Task, Long> own) {
    var tasks = graph().round().stream().map(Node::task).toList();
    var seconds = tasks.stream().mapToDouble(task -> own.getOrDefault(task, 0L) / 1e9).toArray();
    communicator.allReduce(Tensor.of(seconds), Reduction.MAX);
    var all = new HashMap<Task, Double>();
    for (int i = 0; i < seconds.length; i++) {
      all.put(tasks.get(i), seconds[i]);
    }
    return all;
  }

  /**
   * Measures how long the exchanges of a round take with computation switched off, on the slowest
   * rank. All ranks call it, after a run has ended; it changes no parameter.
   */
  public double measureExchangeSeconds(int count) {
    return rehearsal.exchangeSeconds(count, arrangement.get().memory());
  }

  /**
   * Measures how long forward and backward of each stage take while all ranks compute, from the
   * same moment on, and exchange nothing: the median of some rounds in seconds, on the rank that is
   * slowest at it. All ranks call it, after a run has ended. It takes samples, and buffers such as
   * the statistics of batches see them, but it changes no parameter.
   */
  public Map<Task, Double> measurePassSeconds(int count) {
    var medians = rehearsal.passNanos(count);
    var seconds = slowest(medians);
    seconds.keySet().retainAll(medians.keySet());
    return seconds;
  }

  /** From now on remembers what the latest rounds did and when. */
  public void keepSpans(int latestRounds) {
    timeline.keep(latestRounds);
  }

  /**
   * What all ranks did in the latest rounds, by the clock of rank 0, in the order of time. All
   * ranks call it; rank 0 gets the spans, the others nothing.
   */
  public List<Span> gatherSpans() {
    return new JointTrace(communicator, timeline, clocks).gather(graph(), rounds.getAsLong());
  }
}
