package io.weft.trace;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Some steps of one rank, moved to where the first of them begins.
 *
 * @param stepSeconds of a step on average, from one beginning to the next
 */
public record Excerpt(List<Span> spans, double stepSeconds) {
  /**
   * The last steps of the first rank in a trace that another one follows, so that they lasted as
   * long as any.
   */
  public static Excerpt lastSteps(List<Span> trace, int steps) {
    var own = ofFirstRank(trace);
    long last = own.stream().flatMapToLong(it -> step(it).stream()).max().orElse(-1);
    long first = last - steps;
    if (first < 0) {
      throw new IllegalArgumentException(
          "the trace has %d steps: run at least %d to see %d of them"
              .formatted(last + 1, steps + 1, steps));
    }
    long start = beginning(own, first);
    var moved =
        own.stream()
            .filter(it -> step(it).stream().anyMatch(step -> step >= first && step < last))
            .filter(it -> it.startNanos() >= start)
            .map(it -> moved(it, start))
            .toList();
    return new Excerpt(moved, (beginning(own, last) - start) * 1e-9 / steps);
  }

  private static List<Span> ofFirstRank(List<Span> trace) {
    Optional<Integer> first = trace.stream().map(Span::rank).min(Comparator.naturalOrder());
    return trace.stream().filter(it -> first.equals(Optional.of(it.rank()))).toList();
  }

  private static OptionalLong step(Span span) {
    return span.arguments().stream()
        .filter(Argument.Step.class::isInstance)
        .mapToLong(it -> ((Argument.Step) it).step())
        .findFirst();
  }

  /** When a step begins to compute. */
  private static long beginning(List<Span> spans, long step) {
    return spans.stream()
        .filter(it -> it.lane() == Lane.FORWARD && step(it).equals(OptionalLong.of(step)))
        .mapToLong(Span::startNanos)
        .min()
        .orElseThrow(() -> new IllegalArgumentException("step %d has no forward".formatted(step)));
  }

  private static Span moved(Span span, long startNanos) {
    return new Span(
        span.rank(),
        span.lane(),
        span.name(),
        span.startNanos() - startNanos,
        span.endNanos() - startNanos,
        span.arguments());
  }
}
