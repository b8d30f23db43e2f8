package io.weft.plan;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.sparsification.DeepGradient;
import io.weft.compression.sparsification.Warmup;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.simulation.Load;
import io.weft.simulation.WireForm;

/**
 * Gradients that each rank encodes by itself: as many bytes as the codec that training runs makes
 * of them, and times by {@link CodingSpeed}.
 */
record CompressedForm(Compression compression, CodingSpeed speed, int ranks) implements WireForm {

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
    long dense = count * Float.BYTES;
    if (dense < compression.denseBelowBytes()) {
      return Load.dense((double) dense);
    }
    return switch (compression.coding()) {
      case Coding.Single(var codec, _) -> piece(steady(codec), count);
      case Coding.Joint(var codec) ->
          throw new AssertionError("the catalogue lets %s be simulated".formatted(codec.name()));
      case Coding.Factored _ -> throw new AssertionError("the catalogue lets dad be simulated");
      case Coding.Counted(var codec, _) -> piece(codec, count);
      case Coding.Merged merged ->
          throw new AssertionError(merged.merging().label() + " has a form of its own");
    };
  }

  /** As it is once it has warmed up. */
  private static Codec steady(Codec codec) {
    return codec instanceof DeepGradient(var density, var sample, var momentum, _, _)
        ? new DeepGradient(density, sample, momentum, new Warmup(0, 1))
        : codec;
  }

  /** Sums are told with more bits than were sent. */
  private Load piece(LevelCodec codec, long count) {
    double dense = (double) count * Float.BYTES;
    long both = codec.levels().bytes(count) + codec.outcomes(ranks).bytes(count);
    double encode = dense * speed.encodeSeconds();
    return new Load(both / 2.0, 0, 1, encode, dense * speed.decodeSeconds() * 2);
  }

  /** As {@link io.weft.compression.exchange.Exchangers} chooses it. */
  private Load piece(Codec codec, long count) {
    double dense = (double) count * Float.BYTES;
    double payload = codec.payloadBytes(count);
    if (payload >= dense) {
      return Load.dense(dense);
    }
    double encode = dense * speed.encodeSeconds();
    // What is left out costs nothing.
    double share = codec.sparse() && speed.decodesBySize() ? Math.min(1, payload / dense) : 1;
    double decode = dense * speed.decodeSeconds() * share;
    double added = payload * (ranks - 1) / ranks; // slowly, if in sixteen bits
    return switch (codec.combining()) {
      case SUM_FP16, SUM_BF16, SUM_FP32 ->
          new Load(payload, 0, 1, encode, decode + added * speed.addSeconds());
      case GATHER, VOTE ->
          ranks <= 2
              ? new Load(0, payload, 1, encode, decode * ranks)
              // Each rank adds up a chunk, encodes the sum again, and decodes those of all.
              : new Load(payload, 0, 1, encode * (1 + 1.0 / ranks), decode * 2);
    };
  }
}
