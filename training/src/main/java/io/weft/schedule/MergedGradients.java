package io.weft.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Which gradients MG-WFBP sends together: one joins those before it if waiting for it costs less
 * than the start of another exchange. That is so if it is ready before they could be sent anyway,
 * because the link is busy; or, where they could be under way when it comes, after less than the
 * start of an exchange.
 *
 * <p>Shi, Chu and Li, "MG-WFBP: Efficient Data Communication for Distributed Synchronous SGD
 * Algorithms", INFOCOM 2019, algorithm 1. There layers are merged from the last one down; here
 * gradients in the order in which backward has completed them, which is the same for a chain.
 */
public final class MergedGradients {
  /**
   * A gradient that backward has completed.
   *
   * @param atNanos since backward began
   */
  public record Ready(double atNanos, long bytes) {}

  private final ExchangeCost cost;
  private final List<List<Integer>> groups = new ArrayList<>();

  /** What is collected: its members, its size, and when the last of them was ready. */
  private List<Integer> group = new ArrayList<>();

  private long bytes;
  private double readyNanos;

  /** When the link has sent everything before it. */
  private double freeNanos;

  private MergedGradients(ExchangeCost cost) {
    this.cost = cost;
  }

  /**
   * Groups of gradients, by their places in the list.
   *
   * @param gradients in the order in which they are ready
   */
  public static List<List<Integer>> groups(List<Ready> gradients, ExchangeCost cost) {
    var merged = new MergedGradients(cost);
    for (int place = 0; place < gradients.size(); place++) {
      merged.add(place, gradients.get(place));
    }
    merged.end();
    return List.copyOf(merged.groups);
  }

  /** When everything would be exchanged, with gradients sent in these groups. */
  public static double endNanos(
      List<Ready> gradients, List<List<Integer>> groups, ExchangeCost cost) {
    double free = 0;
    for (var group : groups) {
      long bytes = group.stream().mapToLong(place -> gradients.get(place).bytes()).sum();
      double ready =
          group.stream().mapToDouble(place -> gradients.get(place).atNanos()).max().orElse(0);
      free = Math.max(free, ready) + cost.of(bytes);
    }
    return free;
  }

  private void add(int place, Ready gradient) {
    if (!group.isEmpty() && !joins(gradient)) {
      end();
    }
    group.add(place);
    bytes += gradient.bytes();
    readyNanos = gradient.atNanos();
  }

  private boolean joins(Ready gradient) {
    double start = Math.max(freeNanos, readyNanos);
    return gradient.atNanos() < start + cost.of(bytes)
        && gradient.atNanos() - start < cost.startNanos();
  }

  private void end() {
    if (!group.isEmpty()) {
      groups.add(List.copyOf(group));
      freeNanos = Math.max(freeNanos, readyNanos) + cost.of(bytes);
      group = new ArrayList<>();
      bytes = 0;
    }
  }
}
