package io.weft.collective;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Program;
import java.util.List;
import java.util.Optional;

/** Runs given programs on real memory and compares with the definition. */
final class ProvedRun {
  /** Odd and not divisible, so that chunks differ in length. */
  private static final int LENGTH = 23;

  private ProvedRun() {}

  static void of(List<Program> programs) {
    var collective = programs.getFirst().collective();
    var algorithm = new Fixed(programs);
    World.spawn(
        collective.ranks(),
        communicator ->
            Oracle.of(collective.operation(), collective.root(), LENGTH)
                .check(communicator.using(algorithm)));
  }

  /** An algorithm that answers with programs made beforehand. */
  private record Fixed(List<Program> programs) implements Algorithm {
    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public Optional<String> refusal(Collective collective) {
      return Optional.empty();
    }

    @Override
    public Program program(Collective collective, int rank) {
      return programs.get(rank);
    }
  }
}
