package io.weft.training;

import io.weft.collective.program.Layout;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Updater;
import io.weft.schedule.graph.Extent;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Pieces;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * What a rank updates of a piece: all of it, or its shard.
 *
 * @param first where it begins, counted from the beginning of the piece
 * @param count of its elements
 */
record Own(Extent extent, long first, long count, Updater updater) {
  /** What one of some ranks updates. Its optimizer lives as long as the arena. */
  static Own of(Pieces pieces, int number, Extent extent, Optimizer optimizer, Member member) {
    long count = pieces.get(number).count();
    long first = 0;
    if (extent == Extent.SHARD) {
      var counts = Layout.split(count, member.ranks());
      first = Arrays.stream(counts).limit(member.rank()).sum();
      count = counts[member.rank()];
    }
    var updater = optimizer.updater(pieces.shard(number, first, count), member.arena());
    return new Own(extent, first, count, updater);
  }

  /** Whose part it is, and where what it remembers lives. */
  record Member(int rank, int ranks, Arena arena) {}

  /** This part of a piece. */
  Tensor of(Tensor piece) {
    return piece.slice(first, count);
  }
}
