package io.weft.training;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.Feedback;
import io.weft.compression.Merging;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.lowrank.AlternatingPower;
import io.weft.compression.lowrank.Atomo;
import io.weft.compression.lowrank.PowerSgd;
import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.FastSgd;
import io.weft.compression.quantisation.Half;
import io.weft.compression.quantisation.LionLevels;
import io.weft.compression.quantisation.LionLevels.Verdict;
import io.weft.compression.quantisation.LionSign;
import io.weft.compression.quantisation.Natural;
import io.weft.compression.quantisation.NibbleBlocks;
import io.weft.compression.quantisation.OneBit;
import io.weft.compression.quantisation.Qsgd;
import io.weft.compression.quantisation.Rounding;
import io.weft.compression.quantisation.ScaledSign;
import io.weft.compression.quantisation.SharedTernary;
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
import io.weft.compression.sparsification.Sketch;
import io.weft.compression.sparsification.Threshold;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.sparsification.Warmup;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.JointErrorFeedback;
import io.weft.compression.wrapper.Lossless;
import io.weft.compression.wrapper.MomentumCorrection;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import io.weft.tensor.ElementType;
import java.util.Optional;
import java.util.OptionalDouble;

/** From the compression of a strategy to the codecs that do it. */
public final class CompressionSettings {
  /**
   * What a compression must know about the run.
   *
   * @param seed of the random numbers of codecs
   * @param momentum that of momentum correction, in place of the optimizer's
   * @param beta1 that of the optimizer, where a compression is one with it
   * @param beta2 likewise
   */
  public record Circumstances(
      long seed, long stepsPerEpoch, float momentum, double beta1, double beta2) {
    /** Where the optimizer is separate. */
    public Circumstances(long seed, long stepsPerEpoch, float momentum) {
      this(seed, stepsPerEpoch, momentum, 0, 0);
    }
  }

  private final Term term;
  private final Circumstances run;

  private CompressionSettings(Term term, Circumstances run) {
    this.term = term;
    this.run = run;
  }

  /** The compression that a term of that axis stands for. */
  public static Compression of(Term term, Circumstances run) {
    return new CompressionSettings(term, run).compression();
  }

  private Compression compression() {
    long denseBelow = 0;
    long denseFirst = 0;
    var core = term;
    for (var inner = core.inner(); inner != null; inner = core.inner()) {
      denseBelow = core.name().equals("dense-below") ? core.bytes("size") : denseBelow;
      denseFirst = core.name().equals("dense-first") ? core.whole("steps") : denseFirst;
      core = inner;
    }
    boolean tensorwise = has(Capability.TENSORWISE) || !has(Capability.PER_BUCKET);
    var grain = tensorwise ? Grain.TENSOR : Grain.BUCKET;
    return core.name().equals("onebit-adam")
        ? new Compression(
            coding(core),
            grain,
            run.seed,
            denseBelow,
            core.whole("freeze-step"),
            OptionalDouble.of(run.beta1))
        : new Compression(coding(core), grain, run.seed, denseBelow, denseFirst);
  }

  private Coding coding(Term core) {
    return switch (core.name()) {
      case "onebit-adam" -> wrapped(new OneBit());
      case "distributed-lion" -> lion(core);
      case "lion-cub" -> lion(core.name(), (int) core.whole("bits"), Verdict.SIGN);
      case "terngrad" -> ternary(core);
      case "powersgd" -> joint(new PowerSgd((int) core.whole("rank"), core.number("min-rate")));
      case "acp-sgd" -> joint(new AlternatingPower((int) core.whole("rank")));
      case "sketch" ->
          joint(new Sketch((int) core.whole("rows"), (int) core.whole("columns"), density(core)));
      case "g-top-k" -> new Coding.Merged(Merging.PAIRS, density(core), feedback());
      case "ok-top-k" -> new Coding.Merged(Merging.REGIONS, density(core), feedback());
      case "dgc" ->
          new Coding.Single(
              packed(deepGradient(core, run.momentum)), packed(deepGradient(core, 0)));
      case "dad" -> new Coding.Factored();
      default -> wrapped(codec(core));
    };
  }

  private Feedback feedback() {
    return has(Capability.MOMENTUM)
        ? new Feedback.Momentum(run.momentum)
        : has(Capability.FEEDBACK) ? new Feedback.Residual() : new Feedback.None();
  }

  private Coding lion(Term core) {
    if (core.term("combine").name().equals("majority")) {
      return new Coding.Single(new LionSign((float) run.beta1, (float) run.beta2));
    }
    return lion(core.name(), 1, Verdict.MEAN);
  }

  private Coding lion(String name, int bits, Verdict verdict) {
    var levels = new LionLevels(name, (float) run.beta1, (float) run.beta2, bits, verdict);
    return new Coding.Counted(levels, Optional.empty());
  }

  /** Ranks agree on a scale, unless something stands around it. */
  private Coding ternary(Term core) {
    var codec = new TernGrad((float) core.number("clip"));
    boolean bare =
        !has(Capability.FEEDBACK) && !has(Capability.MOMENTUM) && !has(Capability.PACKED);
    return bare ? new Coding.Counted(new SharedTernary(codec), Optional.of(codec)) : wrapped(codec);
  }

  private Coding joint(JointCodec codec) {
    return new Coding.Joint(has(Capability.FEEDBACK) ? new JointErrorFeedback(codec) : codec);
  }

  /** Brings its own momentum and feedback; without momentum it is for sums. */
  private Codec deepGradient(Term core, float momentum) {
    var warmup = new Warmup((int) core.whole("warmup"), run.stepsPerEpoch);
    return new DeepGradient(density(core), core.number("sample"), momentum, warmup);
  }

  private Codec packed(Codec codec) {
    return has(Capability.PACKED) ? new Lossless(codec) : codec;
  }

  private Coding wrapped(Codec codec) {
    var packed = packed(codec);
    if (has(Capability.MOMENTUM)) {
      return new Coding.Single(
          new MomentumCorrection(packed, run.momentum), new ErrorFeedback(packed));
    }
    return new Coding.Single(has(Capability.FEEDBACK) ? new ErrorFeedback(packed) : packed);
  }

  private Codec codec(Term core) {
    return switch (core.name()) {
      case "fp16" -> new Half(ElementType.FP16);
      case "bf16" -> new Half(ElementType.BF16);
      case "int8" -> new ByteBlocks(rounding(core));
      case "int4" -> new NibbleBlocks(rounding(core));
      case "onebit" -> new OneBit();
      case "sign" -> new Sign();
      case "signum" -> new Signum((float) core.number("momentum"));
      case "ef-sign" -> new ScaledSign();
      case "qsgd" -> new Qsgd((int) core.whole("levels"), (int) core.whole("bucket"));
      case "natural" -> new Natural();
      case "fastsgd" -> new FastSgd();
      case "atomo" -> new Atomo((int) core.whole("budget"));
      default -> selecting(core);
    };
  }

  private Codec selecting(Term core) {
    return switch (core.name()) {
      case "top-k" -> new TopK(density(core));
      case "top-k-sampled" -> new SampledTopK(density(core), core.number("sample"));
      case "gaussian-k" -> new GaussianK(density(core));
      case "random-k" -> new RandomK(density(core), scaling());
      case "random-block" -> new RandomBlock(density(core), scaling());
      case "threshold" -> new Threshold((float) core.number("tau"));
      default -> throw new AssertionError(core.name() + " is in the catalogue and not here");
    };
  }

  private boolean has(Capability capability) {
    return term.offers().contains(capability);
  }

  /** What is sent later must not be made larger now. */
  private Scaling scaling() {
    boolean feedback = has(Capability.FEEDBACK) || has(Capability.MOMENTUM);
    return feedback ? Scaling.NONE : Scaling.UNBIASED;
  }

  private static Density density(Term core) {
    return new Density(core.number("density"));
  }

  private static Rounding rounding(Term core) {
    return core.term("rounding").name().equals("nearest") ? Rounding.NEAREST : Rounding.STOCHASTIC;
  }
}
