package io.weft.command;

import io.weft.collective.Elementwise;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Topology;
import io.weft.measurement.Subject;
import io.weft.measurement.Subject.Messages.Order;
import io.weft.tensor.Reduction;
import java.util.List;
import java.util.Optional;

/**
 * What can be measured, as it is written on a command line: an operation, {@code send} or {@code
 * cross}.
 */
final class SubjectName {
  private static final List<Subject> MESSAGES =
      List.of(new Subject.Messages(0, 1, Order.IN_TURN), new Subject.Messages(0, 1, Order.AT_ONCE));

  private SubjectName() {}

  static Subject parse(String text, Reduction reduction) {
    return MESSAGES.stream()
        .filter(each -> each.label().equals(text))
        .findFirst()
        .orElseGet(() -> new Subject.Together(OperationName.parse(text), reduction));
  }

  /** Why it cannot be measured so, before anything is started. */
  static Optional<String> refusal(Subject subject, Optional<Algorithm> algorithm, int ranks) {
    return switch (subject) {
      case Subject.Messages _ when ranks < 2 ->
          Optional.of("%s among %d rank: give --ranks 2 or more".formatted(subject.label(), ranks));
      case Subject.Messages _ ->
          algorithm.map(
              it -> "%s knows no %s: leave out --algorithm".formatted(subject.label(), it.name()));
      case Subject.Together(var operation, var reduction) -> {
        var topology = Topology.oneHost(ranks);
        var collective = new Collective(operation, topology, 0, new Elementwise(reduction), 1);
        yield algorithm.flatMap(it -> it.refusal(collective));
      }
    };
  }
}
