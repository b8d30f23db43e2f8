package io.weft.plan;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.model.BucketPlan;
import io.weft.simulation.Load;
import io.weft.simulation.WireForm;

/**
 * Gradients of which ranks select the k largest and merge them on the way: in pairs, or by regions
 * whose ranks add up what is sent to them and spread the largest sums, as many as were selected.
 * Lists have 8k bytes. Regions also gather all sums once in a while to find a new threshold; ranks
 * are taken to have selected different numbers, so that each then spreads as many as it selected.
 */
record MergedForm(Compression compression, Coding.Merged coding, CodingSpeed speed, int ranks)
    implements WireForm {
  /** Steps after which regions find a threshold for sums anew. */
  private static final double THRESHOLD_STEPS = 32;

  @Override
  public Load of(BucketPlan plan, int bucket) {
    double small = 0;
    double merged = 0;
    double lists = 0;
    for (long count : counts(plan, bucket)) {
      double bytes = (double) count * Float.BYTES;
      boolean dense = bytes < compression.denseBelowBytes();
      small += dense ? bytes : 0;
      merged += dense ? 0 : bytes;
      lists += dense ? 0 : coding.local().payloadBytes(count);
    }
    double dense = (double) plan.bytesOf(bucket);
    if (merged == 0 || received(lists + small) >= halves(dense)) {
      return Load.dense(dense);
    }
    double encode = merged * speed.encodeSeconds();
    double share = speed.decodesBySize() ? lists / merged : 1;
    double decode = merged * speed.decodeSeconds() * share;
    return switch (coding.merging()) {
      case PAIRS -> new Load(small, 0, lists, 1, encode, decode * (1 + rounds()));
      case REGIONS -> new Load(small + lists, lists / THRESHOLD_STEPS, 1, encode, decode * 2);
    };
  }

  private long[] counts(BucketPlan plan, int bucket) {
    return compression.grain() == Grain.BUCKET
        ? new long[] {plan.bytesOf(bucket) / Float.BYTES}
        : plan.buckets().get(bucket).stream()
            .mapToLong(index -> plan.parameters().get(index).count())
            .toArray();
  }

  /** By which training decides whether lists are worth it. */
  private double received(double lists) {
    return switch (coding.merging()) {
      case PAIRS -> lists * rounds();
      case REGIONS -> halves(lists);
    };
  }

  private int rounds() {
    int below = Integer.highestOneBit(ranks);
    return Integer.numberOfTrailingZeros(below) + (below < ranks ? 2 : 0);
  }

  private double halves(double bytes) {
    return 2.0 * (ranks - 1) / ranks * bytes;
  }
}
