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
 * Every rank sends all it has to all others, and each adds what it has got in rank order. Nobody
 * waits for anybody twice, so it is the fastest for small data within a host, and it adds in the
 * order of {@link Direct}: the size decides nothing about the bits.
 *
 * <p>Steps: 1, of n−1 messages each way.<br>
 * Bytes: (n−1)·S.
 */
public final class Flat implements Algorithm {
  @Override
  public String name() {
    return "flat";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    int hosts = collective.topology().hostCount();
    if (hosts > 1) {
      return Optional.of(
          "flat is for ranks of one host, and these are on %d: use recursive-doubling, or auto"
              .formatted(hosts));
    }
    return Refusal.unless(name(), collective, Operation.ALL_REDUCE);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var all = Chunks.of(0);
    int ranks = program.ranks();
    IntStream.range(1, ranks).forEach(i -> program.send(program.rankAfter(i), data(all)));
    IntStream.range(1, ranks)
        .map(program::rankAfter)
        .forEach(peer -> program.receive(peer, scratch(peer + 1, all)));
    var inRankOrder =
        IntStream.range(0, ranks)
            .mapToObj(each -> each == rank ? data(all) : scratch(each + 1, all))
            .toList();
    if (ranks > 1) {
      program.combine(inRankOrder, data(all));
    }
    return program.over(1);
  }
}
