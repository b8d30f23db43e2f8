package io.weft.data;

import java.lang.foreign.Arena;
import java.util.zip.CRC32C;

/**
 * What tells data from other data.
 *
 * @param samples how many it has
 * @param lookedAt how many of them are in the sum, evenly spread, the first and the last among them
 * @param sum of these, as CRC-32C
 */
public record Fingerprint(long samples, long lookedAt, long sum) {
  /** How many are looked at where there are more than can be looked at quickly. */
  private static final int FEW = 64;

  /** Read in a moment, whatever it is. */
  private static final long BYTES_MOST = 16 << 20;

  /** Of all samples where these are few and small, or else of 64. */
  public static Fingerprint of(Dataset data) {
    long samples = data.samples();
    boolean small = samples <= BYTES_MOST / Math.max(1, data.shape().byteCount());
    return small ? of(data, samples) : ofFew(data);
  }

  static Fingerprint ofFew(Dataset data) {
    return of(data, Math.min(FEW, data.samples()));
  }

  private static Fingerprint of(Dataset data, long lookedAt) {
    var sum = new CRC32C();
    try (var arena = Arena.ofConfined()) {
      var memory = new BatchMemory(data, 1, arena);
      long last = data.samples() - 1;
      for (long at = 0; at < lookedAt; at++) {
        var batch = memory.fill(lookedAt == 1 ? 0 : last * at / (lookedAt - 1));
        batch.inputs().forEach(input -> sum.update(input.tensor().segment().asByteBuffer()));
        sum.update(batch.labels().tensor().segment().asByteBuffer());
      }
    }
    return new Fingerprint(data.samples(), lookedAt, sum.getValue());
  }

  /** As in {@code 150 samples with the sum 0000a1b2}. */
  public String words() {
    return samples + " samples with the sum " + digits();
  }

  /** As in {@code 0000a1b2}. */
  public String digits() {
    return "%08x".formatted(sum);
  }
}
