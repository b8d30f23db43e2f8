package io.weft.trace;

import java.util.List;

/**
 * One thing that a rank did and that took time.
 *
 * @param name short, as it is written on the bar: {@code stage 3}
 * @param startNanos on a clock that all ranks of the trace share, from 0
 * @param arguments at most one of each kind
 */
public record Span(
    int rank, Lane lane, String name, long startNanos, long endNanos, List<Argument> arguments) {
  public Span {
    arguments = List.copyOf(arguments);
    if (rank < 0) {
      throw new IllegalArgumentException("rank=%d: at least 0".formatted(rank));
    }
    if (startNanos < 0 || endNanos < startNanos) {
      throw new IllegalArgumentException(
          "span %s runs from %d ns to %d ns: it must begin at 0 or later and not end before that"
              .formatted(name, startNanos, endNanos));
    }
    if (arguments.stream().map(Object::getClass).distinct().count() < arguments.size()) {
      throw new IllegalArgumentException(
          "span %s has two arguments of a kind: %s".formatted(name, arguments));
    }
  }
}
