package io.weft.simulation.sharing;

import io.weft.cluster.Cluster;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Place;
import io.weft.collective.program.Price;
import io.weft.collective.program.Program;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import io.weft.collective.program.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What a walk means for time where messages share links. When a message arrives is not known when
 * it is sent, since others may join it on its way; so time goes on event by event.
 */
public final class FlowTime implements Walk.Reader {
  /** A message or signal under way. */
  private static final class Letter {
    final int to;
    final double latency;
    double arrival = Double.POSITIVE_INFINITY;
    double taken;

    Letter(int to, double latency) {
      this.to = to;
      this.latency = latency;
    }
  }

  /** Nobody waits for a message that has left its links and not been delivered. */
  private static final int NOBODY = -1;

  private record Delivery(double seconds, int number, Letter letter)
      implements Comparable<Delivery> {
    @Override
    public int compareTo(Delivery other) {
      int order = Double.compare(seconds, other.seconds);
      return order == 0 ? Integer.compare(number, other.number) : order;
    }
  }

  private final Cluster cluster;
  private final Layout layout;
  private final int byteWidth;
  private final Fabric fabric;
  private final Traffic<Letter> traffic;
  private final double[] now;
  private final double[] sentBytes;
  private final PriorityQueue<Delivery> deliveries = new PriorityQueue<>();

  /** By number of message or signal. */
  private final List<Letter> letters = new ArrayList<>();

  private int messages;
  private int delivered;

  private FlowTime(List<Program> programs, Layout layout, int byteWidth, Cluster cluster) {
    var topology = programs.getFirst().collective().topology();
    this.cluster = cluster;
    this.layout = layout;
    this.byteWidth = byteWidth;
    this.fabric = new Fabric(cluster, topology);
    this.traffic = new Traffic<>(fabric.capacities(), cluster.racks().contention());
    this.now = new double[topology.ranks()];
    this.sentBytes = new double[topology.ranks()];
  }

  /**
   * Walks the programs of all ranks.
   *
   * @param byteWidth bytes per element
   */
  public static Price price(List<Program> programs, Layout layout, int byteWidth, Cluster cluster) {
    return walked(programs, layout, byteWidth, cluster).price();
  }

  /** How many times messages began or ended on links that others were on, for benchmarks. */
  public static long events(List<Program> programs, Layout layout, int byteWidth, Cluster cluster) {
    return walked(programs, layout, byteWidth, cluster).traffic.events();
  }

  private static FlowTime walked(
      List<Program> programs, Layout layout, int byteWidth, Cluster cluster) {
    var time = new FlowTime(programs, layout, byteWidth, cluster);
    Walk.of(programs, time)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("a collective that never ends: " + fault);
            });
    return time;
  }

  private Price price() {
    return new Price(
        Arrays.stream(now).max().orElse(0),
        messages,
        Arrays.stream(sentBytes).sum(),
        Arrays.stream(sentBytes).max().orElse(0),
        0); // What cores have to do is not for links to say.
  }

  @Override
  public double now(int rank) {
    return now[rank];
  }

  @Override
  public void sent(int rank, Send step, int message) {
    double bytes = bytes(step.from());
    var letter = new Letter(step.peer(), fabric.latencySeconds(rank, step.peer()));
    messages++;
    sentBytes[rank] += bytes;
    traffic.begin(letter, fabric.route(rank, step.peer()), bytes, now[rank]);
    letters.add(letter);
  }

  @Override
  public boolean isThere(int message) {
    return letters.get(message).arrival < Double.POSITIVE_INFINITY;
  }

  @Override
  public double nextEvent() {
    double delivery =
        deliveries.isEmpty() ? Double.POSITIVE_INFINITY : deliveries.element().seconds;
    return Math.min(delivery, traffic.bound());
  }

  /** A message has left its links and is delivered after its latency, or is delivered. */
  @Override
  public int proceed() {
    double end = traffic.bound();
    if (deliveries.isEmpty() || end <= deliveries.element().seconds) {
      traffic
          .proceed()
          .ifPresent(it -> deliveries.add(new Delivery(end + it.latency, delivered++, it)));
      return NOBODY;
    }
    var delivery = deliveries.remove();
    delivery.letter.arrival = delivery.seconds;
    return delivery.letter.to;
  }

  @Override
  public void received(int rank, Receive step, int message) {
    now[rank] = Math.max(now[rank], letters.get(message).arrival);
    letters.get(message).taken = now[rank];
  }

  @Override
  public void drained(int rank, int message) {
    now[rank] = Math.max(now[rank], letters.get(message).taken);
  }

  @Override
  public void signalled(int rank, Signal step, int signal) {
    var letter = new Letter(step.peer(), fabric.latencySeconds(rank, step.peer()));
    letter.arrival = now[rank] + letter.latency;
    letters.add(letter);
  }

  @Override
  public void awaited(int rank, Wait step, int signal) {
    now[rank] = Math.max(now[rank], letters.get(signal).arrival);
  }

  @Override
  public void performed(int rank, Step step) {
    now[rank] +=
        switch (step) {
          case Step.Put(_, var from, _) -> reached(rank, from);
          case Step.Get(_, var from, _) -> reached(rank, from);
          case Step.Copy(var from, _) -> bytes(from) / cluster.inside().bytesPerSecond();
          case Step.Combine(_, var sources, _) ->
              sources.stream()
                      .filter(source -> source.bank() != Place.DATA)
                      .mapToDouble(this::bytes)
                      .sum()
                  / cluster.reductionBytesPerSecond();
          case Send _, Receive _, Signal _, Wait _ -> throw new AssertionError("not a local step");
        };
  }

  /** Memory of a host is reached by one rank after the other, so it is shared by nobody. */
  private double reached(int rank, Place place) {
    double bytes = bytes(place);
    sentBytes[rank] += bytes;
    return bytes / cluster.inside().bytesPerSecond();
  }

  private double bytes(Place place) {
    double elements = 0;
    for (int at = 0; at < place.chunks().size(); at++) {
      elements += layout.expected(place.chunks().get(at));
    }
    return elements * byteWidth;
  }
}
