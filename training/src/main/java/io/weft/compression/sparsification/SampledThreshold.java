package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.RandomBits;
import java.lang.foreign.MemorySegment;

/**
 * The magnitude that the wanted share of a random sample reaches; corrected by factors of 1.3 and
 * 0.7 as in Deep Gradient Compression (Lin et al., 2018, section 3; factors as in public code).
 */
final class SampledThreshold implements Estimate {
  private static final int CORRECTIONS = 10;

  private final long count;
  private final MemorySegment sample;
  private final Magnitudes magnitudes = new Magnitudes();

  /**
   * @param share of the numbers that are sampled; at least 64 are, or all
   */
  SampledThreshold(long count, double share) {
    this.count = count;
    long size = Math.min(count, Math.max(64, (long) Math.ceil(count * share)));
    this.sample = MemorySegment.ofArray(new float[Math.toIntExact(size)]);
  }

  @Override
  public float threshold(long key, MemorySegment numbers, long k) {
    long size = sample.byteSize() / Float.BYTES;
    for (long i = 0; i < size; i++) {
      long at = size == count ? i : Math.floorMod(RandomBits.at(key, i), count);
      float number = numbers.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
      sample.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, number);
    }
    long wanted = Math.clamp(Math.round((double) k * size / count), 1, size);
    return Float.intBitsToFloat(magnitudes.select(sample, wanted));
  }

  @Override
  public int corrections() {
    return CORRECTIONS;
  }

  @Override
  public float corrected(float threshold, boolean tooFew) {
    return threshold * (tooFew ? 0.7f : 1.3f);
  }
}
