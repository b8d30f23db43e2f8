package io.weft.examples;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All send to rank 0, which adds in rank order and sends the sum back.
 *
 * <p>Steps: 2(n−1).<br>
 * Bytes: (n−1)·S at rank 0, S elsewhere.
 */
public final class Star implements Algorithm {
  @Override
  public String name() {
    return "star";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return collective.operation() == Operation.ALL_REDUCE
        ? Optional.empty()
        : Optional.of("star does all-reduce only, not " + collective.operation().label());
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var all = Chunks.of(0);
    if (rank > 0) {
      return program.send(0, data(all)).receive(0, data(all)).over(1);
    }
    var sources = new ArrayList<Place>(List.of(data(all)));
    for (int peer = 1; peer < program.ranks(); peer++) {
      program.receive(peer, scratch(peer, all));
      sources.add(scratch(peer, all));
    }
    program.combine(sources, data(all));
    for (int peer = 1; peer < program.ranks(); peer++) {
      program.send(peer, data(all));
    }
    return program.over(1);
  }
}
