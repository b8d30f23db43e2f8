package io.weft.collective.program;

import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a walk means for time: the clock of each rank on a modelled cluster. A rank has one port per
 * direction for peers on its host; all ranks of a host share one port per direction for the others,
 * and a port carries one message at a time: the way out is taken for α and the bytes, the way in
 * for the bytes. Inside a host, where α is time of processors, half of it is the receiver's and
 * does not take the way out.
 */
final class VirtualTime implements Walk.Reader {
  /** The classes of links, by which a chunk of scratch has arrived. */
  private static final int INSIDE = 1;

  private static final int BETWEEN = 2;

  private final Layout layout;
  private final int byteWidth;
  private final ClusterCosts costs;
  private final int[] hosts;
  private final double[] now;
  private final double[] sentBytes;

  /**
   * Per host: the seconds of what its ranks do for messages among them and for sums. To wait and to
   * be woken is as much work as a message.
   */
  private final double[] work;

  /** Per rank: whether it has sent nothing since it last waited, so that it need not again. */
  private final boolean[] waited;

  private final double[] outFree;
  private final double[] inFree;

  /** Per rank: the class of links by which a chunk of scratch last arrived. */
  private final ChunkTable[] arrivals;

  /** By message or signal: when it left, when it arrived, and when it was taken. */
  private double[] sent = new double[64];

  private double[] arrival = new double[64];
  private double[] taken = new double[64];
  private long messages;

  VirtualTime(List<Program> programs, Layout layout, int byteWidth, ClusterCosts costs) {
    var topology = programs.getFirst().collective().topology();
    this.layout = layout;
    this.byteWidth = byteWidth;
    this.costs = costs;
    int ranks = topology.ranks();
    this.hosts = IntStream.range(0, ranks).map(topology::hostOf).toArray();
    this.now = new double[ranks];
    this.sentBytes = new double[ranks];
    this.work = new double[topology.hostCount()];
    this.waited = new boolean[ranks];
    this.outFree = new double[ranks + topology.hostCount()];
    this.inFree = new double[ranks + topology.hostCount()];
    this.arrivals = new ChunkTable[ranks];
    Arrays.setAll(arrivals, _ -> new ChunkTable(programs.getFirst().chunkCount()));
  }

  @Override
  public double now(int rank) {
    return now[rank];
  }

  @Override
  public void sent(int rank, Send step, int message) {
    boolean inside = link(rank, step.peer()) == INSIDE;
    var link = inside ? costs.inside() : costs.between();
    double bytes = bytes(step.from());
    double occupied = bytes * link.beta();
    int out = port(rank, step.peer());
    int in = port(step.peer(), rank);
    double start = Math.max(now[rank], outFree[out]);
    outFree[out] = start + (inside ? link.alpha() / 2 : link.alpha()) + occupied;
    inFree[in] = Math.max(start + link.alpha(), inFree[in]) + occupied;
    waited[rank] = false;
    messages++;
    sentBytes[rank] += bytes;
    work[hosts[rank]] += inside ? link.alpha() + occupied : 0;
    note(message, start, inFree[in]);
  }

  private void note(int number, double start, double end) {
    if (number >= sent.length) {
      sent = Arrays.copyOf(sent, 2 * number);
      arrival = Arrays.copyOf(arrival, 2 * number);
      taken = Arrays.copyOf(taken, 2 * number);
    }
    sent[number] = start;
    arrival[number] = end;
  }

  @Override
  public void received(int rank, Receive step, int message) {
    now[rank] = Math.max(now[rank], arrival[message]);
    taken[message] = now[rank];
    int link = link(rank, step.peer());
    if (link == INSIDE && !waited[rank]) {
      waited[rank] = true;
      work[hosts[rank]] += costs.inside().alpha();
    }
    arrived(rank, step.to(), link);
  }

  @Override
  public void drained(int rank, int message) {
    now[rank] = Math.max(now[rank], taken[message]);
  }

  @Override
  public void signalled(int rank, Signal step, int signal) {
    note(signal, now[rank], now[rank] + costs(link(rank, step.peer())).alpha());
  }

  @Override
  public void awaited(int rank, Wait step, int signal) {
    now[rank] = Math.max(now[rank], arrival[signal]);
  }

  /** When a message or signal left. */
  double sent(int number) {
    return sent[number];
  }

  /** When it arrived. */
  double arrival(int number) {
    return arrival[number];
  }

  @Override
  public void performed(int rank, Step step) {
    switch (step) {
      case Put(var peer, var from, _) -> access(rank, peer, from);
      case Get(var peer, var from, var to) -> {
        access(rank, peer, from);
        arrived(rank, to, link(rank, peer));
      }
      case Copy(var from, _) -> works(rank, bytes(from) * costs.inside().beta());
      case Combine(_, var sources, _) -> {
        for (int i = 0; i < sources.size(); i++) {
          works(rank, combining(rank, sources.get(i)));
        }
      }
      case Send _, Receive _, Signal _, Wait _ -> throw new AssertionError("not a local step");
    }
  }

  private void access(int rank, int peer, Place place) {
    double bytes = bytes(place);
    works(rank, bytes * costs(link(rank, peer)).beta());
    sentBytes[rank] += bytes;
  }

  private void works(int rank, double seconds) {
    now[rank] += seconds;
    work[hosts[rank]] += seconds;
  }

  private void arrived(int rank, Place place, int link) {
    if (place.bank() != Place.DATA) {
      for (int i = 0; i < place.chunks().size(); i++) {
        arrivals[rank].put(place.bank(), place.chunks().get(i), link);
      }
    }
  }

  /** Own data is the other operand of an addition that is already paid for. */
  private double combining(int rank, Place source) {
    double seconds = 0;
    if (source.bank() != Place.DATA) {
      for (int i = 0; i < source.chunks().size(); i++) {
        int chunk = source.chunks().get(i);
        int link = arrivals[rank].get(source.bank(), chunk);
        double gamma = link == ChunkTable.NONE ? 0 : costs(link).gamma();
        seconds += gamma * layout.expected(chunk) * byteWidth;
      }
    }
    return seconds;
  }

  private int link(int rank, int peer) {
    return hosts[rank] == hosts[peer] ? INSIDE : BETWEEN;
  }

  private LinkCosts costs(int link) {
    return link == INSIDE ? costs.inside() : costs.between();
  }

  private int port(int rank, int peer) {
    return hosts[rank] == hosts[peer] ? rank : hosts.length + hosts[rank];
  }

  private double bytes(Place place) {
    double elements = 0;
    for (int i = 0; i < place.chunks().size(); i++) {
      elements += layout.expected(place.chunks().get(i));
    }
    return elements * byteWidth;
  }

  /** Walks to the end with a reader that is, or leads to, a virtual time. */
  static void walk(List<Program> programs, Walk.Reader reader) {
    Walk.of(programs, reader)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("a collective that never ends: " + fault);
            });
  }

  /** What it has cost so far. */
  Price price() {
    return new Price(
        Arrays.stream(now).max().orElse(0),
        messages,
        Arrays.stream(sentBytes).sum(),
        Arrays.stream(sentBytes).max().orElse(0),
        Arrays.stream(work).max().orElse(0));
  }
}
