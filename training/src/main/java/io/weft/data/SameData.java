package io.weft.data;

import io.weft.collective.Communicator;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.zip.CRC32C;

/**
 * Refuses ranks that learn from different data. They deal out samples by number, so they would
 * learn some twice and others never, and where they have different numbers of them, one would go on
 * with an epoch that is over for another.
 */
public final class SameData {
  /** Evenly spread; the first and the last are among them. */
  private static final int LOOKED_AT = 64;

  private SameData() {}

  /**
   * All ranks call it.
   *
   * @throws DataException on all of them, naming the first rank whose data is not that of rank 0
   */
  public static void check(Communicator communicator, Dataset data) {
    long[] own = {data.samples(), look(data)};
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

  /** What tells data from other data: a sum of 64 samples of it, in hexadecimal digits. */
  public static String fingerprint(Dataset data) {
    return "%08x".formatted(look(data));
  }

  /** Of a few samples, what fits into a number. */
  private static long look(Dataset data) {
    var sum = new CRC32C();
    try (var arena = Arena.ofConfined()) {
      var memory = new BatchMemory(data, 1, arena);
      long last = data.samples() - 1;
      for (int at = 0; at < LOOKED_AT; at++) {
        var batch = memory.fill(last * at / (LOOKED_AT - 1));
        batch.inputs().forEach(input -> sum.update(input.tensor().segment().asByteBuffer()));
        sum.update(batch.labels().tensor().segment().asByteBuffer());
      }
    }
    return sum.getValue();
  }
}
