package io.weft.command;

import io.weft.collective.Elementwise;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Topology;
import io.weft.measurement.Subject;
import io.weft.tensor.Reduction;
import java.util.Optional;

/** What can be measured, as it is written on a command line: an operation or {@code send}. */
final class SubjectName {
  private static final Subject.Send SEND = new Subject.Send(0, 1);

  private SubjectName() {}

  static Subject parse(String text, Reduction reduction) {
    return text.equals(SEND.label())
        ? SEND
        : new Subject.Together(OperationName.parse(text), reduction);
  }

  /** Why it cannot be measured so, before anything is started. */
  static Optional<String> refusal(Subject subject, Optional<Algorithm> algorithm, int ranks) {
    return switch (subject) {
      case Subject.Send _ when ranks < 2 ->
          Optional.of("send among %d rank: give --ranks 2 or more".formatted(ranks));
      case Subject.Send _ ->
          algorithm.map(it -> "send knows no %s: leave out --algorithm".formatted(it.name()));
      case Subject.Together(var operation, var reduction) -> {
        var topology = Topology.oneHost(ranks);
        var collective = new Collective(operation, topology, 0, new Elementwise(reduction), 1);
        yield algorithm.flatMap(it -> it.refusal(collective));
      }
    };
  }
}
