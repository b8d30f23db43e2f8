package io.weft.data;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;

/**
 * Refuses ranks that learn from different data. They deal out samples by number, so they would
 * learn some twice and others never, and where they have different numbers of them, one would go on
 * with an epoch that is over for another.
 */
public final class SameData {
  private SameData() {}

  /**
   * All ranks call it.
   *
   * @throws DataException on all of them, naming the first rank whose data is not that of rank 0
   */
  public static void check(Communicator communicator, Dataset data) {
    long[] own = {data.samples(), Fingerprint.ofFew(data).sum()};
    var all = new long[own.length * communicator.ranks()];
    communicator.allGather(Tensor.of(own), Tensor.of(all));
    for (int rank = 1; rank < communicator.ranks(); rank++) {
      long samples = all[rank * own.length];
      if (samples != all[0]) {
        throw differing(rank, "%d samples and not %d".formatted(samples, all[0]));
      }
      if (all[rank * own.length + 1] != all[1]) {
        throw differing(rank, "as many samples, but not the same");
      }
    }
  }

  /**
   * Refuses ranks that would deal the same data out in different ways. All ranks call it.
   *
   * @throws DataException on all of them, naming the first rank that would
   */
  public static void checkDealt(Communicator communicator, Sharding sharding) {
    long[] own = {sharding.fingerprint()};
    var all = new long[communicator.ranks()];
    communicator.allGather(Tensor.of(own), Tensor.of(all));
    for (int rank = 1; rank < all.length; rank++) {
      if (all[rank] != all[0]) {
        throw new DataException(
            "rank %d deals samples out in another way than rank 0: give all ranks the same %s"
                .formatted(rank, "partition, batch, seed and data"));
      }
    }
  }

  private static DataException differing(int rank, String how) {
    return new DataException(
        "rank %d learns from other data than rank 0: %s; give all ranks the same files"
            .formatted(rank, how));
  }
}
