package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All ranks send what they have to the root, which adds in rank order and sends everybody the sum.
 * The root is busy, but no all-reduce has fewer messages and nobody else waits more than once: for
 * small data among ranks that take turns on few cores.
 *
 * <p>Steps: 2, of n−1 messages each at the root.<br>
 * Bytes: (n−1)·S, sent by the root.
 */
public final class Star implements Algorithm {
  private static final Chunks ALL = Chunks.of(0);

  @Override
  public String name() {
    return "star";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(name(), collective, Operation.ALL_REDUCE);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    int root = collective.root();
    if (rank != root) {
      program.send(root, data(ALL));
      program.receive(root, data(ALL));
    } else if (program.ranks() > 1) {
      addAll(program);
      others(program).forEach(peer -> program.send(peer, data(ALL)));
    }
    return program.over(1);
  }

  private static void addAll(ProgramBuilder program) {
    others(program).forEach(peer -> program.receive(peer, scratch(peer + 1, ALL)));
    var inRankOrder =
        IntStream.range(0, program.ranks())
            .mapToObj(each -> each == program.rank() ? data(ALL) : scratch(each + 1, ALL))
            .toList();
    program.combine(inRankOrder, data(ALL));
  }

  private static IntStream others(ProgramBuilder program) {
    return IntStream.range(1, program.ranks()).map(program::rankAfter);
  }
}
