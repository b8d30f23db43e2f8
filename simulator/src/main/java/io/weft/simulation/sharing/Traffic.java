package io.weft.simulation.sharing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Messages under way on links that they share. Rates change only where a message begins or ends on
 * a link that others are on, and are found once for all that begin and end at the same time. Not
 * for several threads.
 *
 * @param <T> what is known of a message beside its bytes
 */
final class Traffic<T> {
  private static final class Message<T> {
    final T content;
    final Flow flow;
    final int number;

    /** What was left at some time, and the rate since; 0 until one was found. */
    double left;

    double since;
    double rate;

    /** Counts its rates. */
    int version;

    /** The change that last concerned it. */
    long change;

    boolean isOver;
    boolean isConcerned;

    Message(T content, int number, Flow flow, double bytes, double now) {
      this.content = content;
      this.number = number;
      this.flow = flow;
      this.left = bytes;
      this.since = now;
    }
  }

  /** When a message ends, unless its rate changes before. */
  private record End<T>(double seconds, Message<T> message, int version)
      implements Comparable<End<T>> {
    @Override
    public int compareTo(End<T> other) {
      int order = Double.compare(seconds, other.seconds);
      return order == 0 ? Integer.compare(message.number, other.message.number) : order;
    }
  }

  private final double[] capacities;
  private final double contention;
  private final MaxMin sharing;
  private final List<List<Message<T>>> onLink = new ArrayList<>();
  private final PriorityQueue<End<T>> ends = new PriorityQueue<>();
  private final List<Message<T>> together = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private final ArrayDeque<Message<T>> found = new ArrayDeque<>();
  private int begun;
  private long changes;

  /** When something began or ended last, and who may go on otherwise since. */
  private double changed;

  private final List<Message<T>> concerned = new ArrayList<>();
  private long events;

  /** {@code contention} is the part of a link that is lost while several are on it. */
  Traffic(double[] capacities, double contention) {
    this.capacities = capacities;
    this.contention = contention;
    this.sharing = new MaxMin(capacities);
    for (int link = 0; link < capacities.length; link++) {
      onLink.add(new ArrayList<>());
    }
  }

  /** Lets a message begin. */
  void begin(T content, int[] route, double bytes, double now) {
    settleBefore(now);
    var flow = new Flow(route, Double.POSITIVE_INFINITY);
    var message = new Message<>(content, begun++, flow, bytes, now);
    boolean meets = false;
    for (int link : route) {
      meets |= !onLink.get(link).isEmpty();
      onLink.get(link).add(message);
    }
    events += meets ? 1 : 0;
    concern(message);
  }

  private void concern(Message<T> message) {
    if (!message.isConcerned) {
      message.isConcerned = true;
      concerned.add(message);
    }
  }

  /** Changes of another time are settled first. */
  private void settleBefore(double now) {
    if (now != changed) {
      settle();
      changed = now;
    }
  }

  /** A time before which nothing ends; infinite if nothing is under way. */
  double bound() {
    return concerned.isEmpty() ? nextKnown() : changed;
  }

  /** When the next message ends. */
  double nextEnd() {
    settle();
    return nextKnown();
  }

  private double nextKnown() {
    while (!ends.isEmpty() && ends.element().version != ends.element().message.version) {
      ends.remove();
    }
    return ends.isEmpty() ? Double.POSITIVE_INFINITY : ends.element().seconds;
  }

  /** Lets a message end that ends now, or finds out when the next one does, and then nobody. */
  Optional<T> proceed() {
    double now = nextKnown();
    if (!concerned.isEmpty() && now > changed) {
      settle();
      return Optional.empty();
    }
    settleBefore(now);
    var message = ends.remove().message;
    message.isOver = true;
    boolean met = false;
    for (int link : message.flow.links()) {
      onLink.get(link).remove(message);
      onLink.get(link).forEach(this::concern);
      met |= !onLink.get(link).isEmpty();
    }
    events += met ? 1 : 0;
    return Optional.of(message.content);
  }

  /** Gives all that are concerned by what has changed, and all that these meet, their rates. */
  private void settle() {
    changes++;
    for (var message : concerned) {
      message.isConcerned = false;
      if (message.change != changes && !message.isOver) {
        change(message, changed);
      }
    }
    concerned.clear();
  }

  /** How often a message began or ended where others were. */
  long events() {
    return events;
  }

  /** Finds the rates of all whose links are connected with those of a message. */
  private void change(Message<T> message, double now) {
    gather(message);
    if (together.size() > 1) {
      for (var each : together) {
        for (int link : each.flow.links()) {
          boolean several = onLink.get(link).size() > 1;
          sharing.capacity(link, capacities[link] * (several ? 1 - contention : 1));
        }
      }
      flows.clear();
      together.forEach(each -> flows.add(each.flow));
      sharing.share(flows);
    } else {
      message.flow.settle(least(message.flow.links()));
    }
    for (var each : together) {
      if (each.rate != each.flow.rate()) {
        expect(each, now);
      }
    }
  }

  private double least(int[] route) {
    double least = Double.POSITIVE_INFINITY;
    for (int link : route) {
      least = Math.min(least, capacities[link]);
    }
    return least;
  }

  /** Goes on at the rate that was found, from now on. */
  private void expect(Message<T> message, double now) {
    message.left = Math.max(0, message.left - (now - message.since) * message.rate);
    message.since = now;
    message.rate = message.flow.rate();
    ends.add(new End<>(now + message.left / message.rate, message, ++message.version));
  }

  private void gather(Message<T> message) {
    together.clear();
    mark(message);
    while (!found.isEmpty()) {
      for (int link : found.remove().flow.links()) {
        onLink.get(link).forEach(this::mark);
      }
    }
  }

  private void mark(Message<T> message) {
    if (message.change != changes) {
      message.change = changes;
      together.add(message);
      found.add(message);
    }
  }
}
