package io.weft.collective.program;

import java.util.List;

/**
 * What one rank does in a collective: ordered steps over chunks. A value without threads, sockets
 * or bytes; it is run, proved, priced and drawn by different readers.
 *
 * @param chunkCount into how many chunks the data is cut, on every rank alike; where the operation
 *     has blocks, a multiple of the number of ranks
 */
public record Program(
    Collective collective, String algorithm, int rank, int chunkCount, List<Step> steps) {
  public Program {
    steps = List.copyOf(steps);
    if (rank < 0 || rank >= collective.ranks()) {
      throw new IllegalArgumentException(
          "rank %d is not in a group of %d".formatted(rank, collective.ranks()));
    }
    if (chunkCount < 1
        || (collective.operation().blocked() && chunkCount % collective.ranks() != 0)) {
      throw new IllegalArgumentException(
          "%d chunks cannot be dealt to %d ranks".formatted(chunkCount, collective.ranks()));
    }
  }

  /** The same program with other steps. */
  public Program withSteps(List<Step> other) {
    return new Program(collective, algorithm, rank, chunkCount, other);
  }

  /** The chunks of the block that belongs to a rank. */
  public Chunks block(int owner) {
    int size = chunkCount / collective.ranks();
    return Chunks.range(owner * size, (owner + 1) * size);
  }
}
