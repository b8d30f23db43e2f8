package io.weft.plan;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Combining;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.simulation.Load;
import io.weft.simulation.WireForm;

/**
 * Gradients that each rank encodes by itself: as many bytes as the codec that training runs makes
 * of them, and times by {@link CodingPasses}.
 *
 * @param passSeconds to read a byte of gradients and to add to it
 */
record CompressedForm(Compression compression, CodingPasses passes, int ranks, double passSeconds)
    implements WireForm {
  /** A step after those that travel as they are. */
  private static final long LATE = 1L << 40;

  @Override
  public Load of(BucketPlan plan, int bucket) {
    if (compression.grain() == Grain.BUCKET) {
      return piece(plan.bytesOf(bucket) / Float.BYTES);
    }
    double added = 0;
    double gathered = 0;
    double encode = 0;
    double decode = 0;
    for (int index : plan.buckets().get(bucket)) {
      Parameter parameter = plan.parameters().get(index);
      var one = piece(parameter.count());
      added += one.addedBytes();
      gathered += one.gatheredBytes();
      encode += one.encodeSeconds();
      decode += one.decodeSeconds();
    }
    return new Load(added, gathered, 1, encode, decode);
  }

  private Load piece(long count) {
    return switch (compression.coding(count * Float.BYTES, LATE)) {
      case Coding.Single(var codec) -> piece(codec, count);
      case Coding.Joint(var codec) ->
          throw new IllegalArgumentException(
              "%s cannot be simulated yet: leave it out".formatted(codec.name()));
    };
  }

  private Load piece(Codec codec, long count) {
    double dense = (double) count * Float.BYTES;
    double payload = codec.payloadBytes(count);
    boolean gathers = codec.combining() == Combining.GATHER || codec.combining() == Combining.VOTE;
    if (!gathers && payload == dense) {
      return Load.dense(dense);
    }
    double encode = passes.encode() * dense * passSeconds;
    // What is left out costs nothing; everything else is added up once per rank.
    double share = codec.sparse() ? Math.min(1, payload / dense) : 1;
    double decode = dense * passSeconds * (gathers ? ranks * share : 1);
    return new Load(gathers ? 0 : payload, gathers ? payload : 0, 1, encode, decode);
  }
}
