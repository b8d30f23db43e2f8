package io.weft.collective.program;

import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a walk means for time: the clock of each rank on a modelled cluster. A rank has one port per
 * direction for peers on its host; all ranks of a host share one port per direction for the others,
 * and a port carries one message at a time: the way out is taken for α and the bytes, the way in
 * for the bytes.
 */
final class VirtualTime implements Walk.Reader<VirtualTime.Flight> {
  /** A message or signal under way. */
  static final class Flight {
    final int from;
    final double sent;
    final double arrival;
    final LinkCosts link;
    double taken;

    Flight(int from, double sent, double arrival, LinkCosts link) {
      this.from = from;
      this.sent = sent;
      this.arrival = arrival;
      this.link = link;
    }
  }

  private final Topology topology;
  private final Layout layout;
  private final int byteWidth;
  private final ClusterCosts costs;
  private final double[] now;
  private final double[] sentBytes;
  private final double[] outFree;
  private final double[] inFree;

  /** Per rank: the link by which a chunk of scratch last arrived. */
  private final List<ChunkTable<LinkCosts>> arrivals = new ArrayList<>();

  private long messages;

  VirtualTime(List<Program> programs, Layout layout, int byteWidth, ClusterCosts costs) {
    this.topology = programs.getFirst().collective().topology();
    this.layout = layout;
    this.byteWidth = byteWidth;
    this.costs = costs;
    int ranks = topology.ranks();
    this.now = new double[ranks];
    this.sentBytes = new double[ranks];
    this.outFree = new double[ranks + topology.hostCount()];
    this.inFree = new double[ranks + topology.hostCount()];
    for (int rank = 0; rank < ranks; rank++) {
      arrivals.add(new ChunkTable<>(programs.getFirst().chunkCount()));
    }
  }

  @Override
  public double now(int rank) {
    return now[rank];
  }

  @Override
  public Flight sent(int rank, Send step) {
    var link = costs.of(topology, rank, step.peer());
    double bytes = bytes(step.from());
    double occupied = bytes * link.beta();
    int out = port(rank, step.peer());
    int in = port(step.peer(), rank);
    double start = Math.max(now[rank], outFree[out]);
    outFree[out] = start + link.alpha() + occupied;
    double arrival = Math.max(start + link.alpha(), inFree[in]) + occupied;
    inFree[in] = arrival;
    messages++;
    sentBytes[rank] += bytes;
    return new Flight(rank, start, arrival, link);
  }

  @Override
  public void received(int rank, Receive step, Flight message) {
    now[rank] = Math.max(now[rank], message.arrival);
    message.taken = now[rank];
    arrived(rank, step.to(), message.link);
  }

  @Override
  public void drained(int rank, Flight message) {
    now[rank] = Math.max(now[rank], message.taken);
  }

  @Override
  public Flight signalled(int rank, Signal step) {
    var link = costs.of(topology, rank, step.peer());
    return new Flight(rank, now[rank], now[rank] + link.alpha(), link);
  }

  @Override
  public void awaited(int rank, Wait step, Flight signal) {
    now[rank] = Math.max(now[rank], signal.arrival);
  }

  @Override
  public void performed(int rank, Step step) {
    switch (step) {
      case Put(var peer, var from, _) -> access(rank, peer, from);
      case Get(var peer, var from, var to) -> {
        access(rank, peer, from);
        arrived(rank, to, costs.of(topology, rank, peer));
      }
      case Copy(var from, _) -> now[rank] += bytes(from) * costs.inside().beta();
      case Combine(_, var sources, _) ->
          sources.forEach(source -> now[rank] += combining(rank, source));
      case Send _, Receive _, Signal _, Wait _ -> throw new AssertionError("not a local step");
    }
  }

  private void access(int rank, int peer, Place place) {
    double bytes = bytes(place);
    now[rank] += bytes * costs.of(topology, rank, peer).beta();
    sentBytes[rank] += bytes;
  }

  private void arrived(int rank, Place place, LinkCosts link) {
    if (place.bank() != Place.DATA) {
      for (int i = 0; i < place.chunks().size(); i++) {
        arrivals.get(rank).put(place.bank(), place.chunks().get(i), link);
      }
    }
  }

  /** Own data is the other operand of an addition that is already paid for. */
  private double combining(int rank, Place source) {
    double seconds = 0;
    if (source.bank() != Place.DATA) {
      for (int i = 0; i < source.chunks().size(); i++) {
        int chunk = source.chunks().get(i);
        var link = arrivals.get(rank).get(source.bank(), chunk);
        double gamma = link == null ? 0 : link.gamma();
        seconds += gamma * layout.expected(chunk) * byteWidth;
      }
    }
    return seconds;
  }

  private int port(int rank, int peer) {
    return topology.sameHost(rank, peer) ? rank : topology.ranks() + topology.hostOf(rank);
  }

  private double bytes(Place place) {
    double elements = 0;
    for (int i = 0; i < place.chunks().size(); i++) {
      elements += layout.expected(place.chunks().get(i));
    }
    return elements * byteWidth;
  }

  /** Walks to the end with a reader that is, or leads to, a virtual time. */
  static void walk(List<Program> programs, Walk.Reader<Flight> reader) {
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
        Arrays.stream(sentBytes).max().orElse(0));
  }
}
