package io.weft.simulation.sharing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Messages under way on links that they share. Rates change only where a message begins or ends on a
 * link that others are on; one that meets nobody is done when it is known to be, and costs nothing
 * to find out. Not for several threads.
 *
 * @param <T> what is known of a message beside its bytes
 */
final class Traffic<T> {
  private static final class Message<T> {
    final T content;
    final Flow flow;
    final int number;
    double left;
    double since;

    /** Counts its rates. */
    int version;

    /** The change that last concerned it. */
    long change;

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
    var flow = new Flow(route, Double.POSITIVE_INFINITY);
    var message = new Message<>(content, begun++, flow, bytes, now);
    for (int link : route) {
      onLink.get(link).add(message);
    }
    changes++;
    change(message, now);
  }

  /** When the next message ends; infinite if none is under way. */
  double nextEnd() {
    while (!ends.isEmpty() && ends.element().version != ends.element().message.version) {
      ends.remove();
    }
    return ends.isEmpty() ? Double.POSITIVE_INFINITY : ends.element().seconds;
  }

  /** The message that ends then; the others go on. */
  T end() {
    double now = nextEnd();
    var message = ends.remove().message;
    changes++;
    for (int link : message.flow.links()) {
      onLink.get(link).remove(message);
    }
    for (int link : message.flow.links()) {
      for (var other : onLink.get(link)) {
        if (other.change != changes) {
          change(other, now);
        }
      }
    }
    return message.content;
  }

  /** How often a message began or ended where others were. */
  long events() {
    return events;
  }

  /** Finds the rates of all whose links are connected with those of a message. */
  private void change(Message<T> message, double now) {
    gather(message);
    if (together.size() > 1) {
      events++;
      for (var each : together) {
        for (int link : each.flow.links()) {
          boolean several = onLink.get(link).size() > 1;
          sharing.capacity(link, capacities[link] * (several ? 1 - contention : 1));
        }
      }
      flows.clear();
      together.forEach(each -> flows.add(each.flow));
      together.forEach(each -> advance(each, now));
      sharing.share(flows);
    } else {
      advance(message, now);
      message.flow.settle(least(message.flow.links()));
    }
    together.forEach(each -> expect(each, now));
  }

  private double least(int[] route) {
    double least = Double.POSITIVE_INFINITY;
    for (int link : route) {
      least = Math.min(least, capacities[link]);
    }
    return least;
  }

  private static void advance(Message<?> message, double now) {
    message.left = Math.max(0, message.left - (now - message.since) * message.flow.rate());
    message.since = now;
  }

  private void expect(Message<T> message, double now) {
    double end = now + message.left / message.flow.rate();
    ends.add(new End<>(end, message, ++message.version));
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
