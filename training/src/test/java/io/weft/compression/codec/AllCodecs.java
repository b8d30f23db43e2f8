package io.weft.compression.codec;

import io.weft.compression.lowrank.Atomo;
import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.FastSgd;
import io.weft.compression.quantisation.Half;
import io.weft.compression.quantisation.LionSign;
import io.weft.compression.quantisation.Natural;
import io.weft.compression.quantisation.NibbleBlocks;
import io.weft.compression.quantisation.OneBit;
import io.weft.compression.quantisation.Qsgd;
import io.weft.compression.quantisation.Rounding;
import io.weft.compression.quantisation.ScaledSign;
import io.weft.compression.quantisation.Sign;
import io.weft.compression.quantisation.Signum;
import io.weft.compression.quantisation.TernGrad;
import io.weft.compression.sparsification.DeepGradient;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.GaussianK;
import io.weft.compression.sparsification.RandomBlock;
import io.weft.compression.sparsification.RandomK;
import io.weft.compression.sparsification.SampledTopK;
import io.weft.compression.sparsification.Scaling;
import io.weft.compression.sparsification.Threshold;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.sparsification.Warmup;
import io.weft.compression.wrapper.Lossless;
import io.weft.tensor.ElementType;
import java.util.List;
import java.util.stream.Stream;

/** Every codec, so that no law is forgotten for any of them. */
final class AllCodecs {
  static final List<Codec> LIST =
      List.of(
          new Half(ElementType.FP16),
          new Half(ElementType.BF16),
          new ByteBlocks(Rounding.NEAREST),
          new ByteBlocks(Rounding.STOCHASTIC),
          new NibbleBlocks(Rounding.NEAREST),
          new NibbleBlocks(Rounding.STOCHASTIC),
          new OneBit(),
          new Sign(),
          new Signum(0.9f),
          new LionSign(0.9f, 0.99f),
          new ScaledSign(),
          new Qsgd(4, 128),
          new Qsgd(1, 5),
          new Qsgd(32_767, 1_000),
          new TernGrad(2.5f),
          new Natural(),
          new FastSgd(),
          new Atomo(1),
          new Atomo(2, 6),
          new TopK(new Density(0.05)),
          new TopK(new Density(1)),
          new SampledTopK(new Density(0.05), 0.1),
          new GaussianK(new Density(0.02)),
          new RandomK(new Density(0.2), Scaling.NONE),
          new RandomK(new Density(0.3), Scaling.UNBIASED),
          new RandomBlock(new Density(0.2), Scaling.NONE),
          new RandomBlock(new Density(0.3), Scaling.UNBIASED),
          new Threshold(0.5f),
          new DeepGradient(new Density(0.01), 0.1, 0.9f, new Warmup(2, 3), 1e9f),
          new Dense(),
          new Lossless(new TopK(new Density(0.05))),
          new Lossless(new GaussianK(new Density(0.02))),
          new Lossless(new Qsgd(4, 128)),
          new Lossless(new FastSgd()),
          new Lossless(new Threshold(0.5f)));

  private AllCodecs() {}

  static Stream<Codec> all() {
    return LIST.stream();
  }

  static Stream<Codec> promising(Promise promise) {
    return LIST.stream().filter(codec -> codec.promise() == promise);
  }
}
