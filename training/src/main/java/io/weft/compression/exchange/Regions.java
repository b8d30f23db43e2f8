package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.weft.collective.Communicator;
import io.weft.compression.sparsification.Entries;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * Which numbers of a bucket each rank adds up: as many that are sent in each region, on the mean
 * over ranks.
 *
 * @param bounds for each rank the first number of its region, and in the end how many there are; a
 *     checkpoint holds it
 */
record Regions(int ranks, int count, MemorySegment bounds) {
  /** Whether ranks have agreed already. */
  boolean areAgreed() {
    return bound(ranks) == count;
  }

  int bound(int rank) {
    return bounds.getAtIndex(JAVA_INT, rank);
  }

  /** Every rank proposes to cut where its own would come out even, and the mean is taken. */
  void agree(Entries own, Communicator communicator) {
    var proposal = new long[ranks];
    for (int rank = 1; rank < ranks; rank++) {
      int at = (int) ((long) own.count() * rank / ranks);
      proposal[rank] = at < own.count() ? own.position(at) : count;
    }
    communicator.allReduce(Tensor.of(proposal), Reduction.SUM);
    for (int rank = 0; rank < ranks; rank++) {
      bounds.setAtIndex(JAVA_INT, rank, (int) (proposal[rank] / ranks));
    }
    bounds.setAtIndex(JAVA_INT, ranks, count);
  }
}
