package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.STEADY;
import static io.weft.strategy.term.Capability.SUMS;
import static io.weft.strategy.term.Parameter.momentum;
import static io.weft.strategy.term.Parameter.number;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Parameter.word;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** Compressions that send every number with fewer bits. */
final class QuantisationNames {
  static final List<Entry> TABLE =
      List.of(
          Codec.of("fp16")
              .from(
                  new Paper(
                      "Sergeev and Del Balso",
                      "Horovod: Fast and Easy Distributed Deep Learning in TensorFlow",
                      2018))
              .meaning("Numbers travel as 16-bit floats and are added in 32 bits")
              .offering(SUMS)
              .withholding(GATHERS)
              .usableWith(PLAN, STEADY),
          Codec.of("bf16")
              .meaning(
                  "Numbers travel as 16-bit floats with the range of 32-bit ones and are added in"
                      + " 32 bits")
              .offering(SUMS)
              .withholding(GATHERS),
          Codec.of("int8", rounding())
              .from(
                  new Paper(
                      "Dettmers", "8-Bit Approximations for Parallelism in Deep Learning", 2015))
              .meaning("Numbers travel as 8-bit integers with one scale per block")
              .usableWith(PLAN, STEADY),
          Codec.of("int4", rounding())
              .from(
                  new Paper(
                      "Wang et al.",
                      "ZeRO++: Extremely Efficient Collective Communication for Giant Model"
                          + " Training",
                      2023))
              .meaning("Numbers travel as 4-bit integers with one scale per block"),
          Codec.of("onebit")
              .from(
                  new Paper(
                      "Seide et al.",
                      "1-Bit Stochastic Gradient Descent and its Application to Data-Parallel"
                          + " Distributed Training of Speech DNNs",
                      2014))
              .meaning(
                  "One bit per number travels, with the means of the negative and of the other"
                      + " numbers")
              .offering(FEEDBACK),
          Codec.of("sign")
              .from(signSgd())
              .meaning("The signs travel, and the majority of the ranks decides each one")
              .withholding(ALONE, PACKABLE),
          Codec.of("signum", momentum("momentum", 0.9))
              .from(signSgd())
              .meaning(
                  "The signs of a running mean of the gradients (momentum {momentum}) travel, and"
                      + " the majority of the ranks decides each one")
              .withholding(ALONE, ANY_VECTOR, PACKABLE),
          Codec.of("ef-sign")
              .from(errorFeedback())
              .meaning("The signs travel with the mean magnitude")
              .offering(FEEDBACK),
          Codec.of("qsgd", whole("levels", 4, 1, 32_767), whole("bucket", 128, 1, 1 << 30))
              .from(
                  new Paper(
                      "Alistarh et al.",
                      "QSGD: Communication-Efficient SGD via Gradient Quantization and Encoding",
                      2017))
              .meaning(
                  "Numbers are rounded at random to one of {levels level} of the norm of their"
                      + " {bucket neighbour}, so that the mean is right"),
          Codec.of("terngrad", number("clip", 2.5, new Kind.Decimal(0, false, 1_000, true)))
              .from(
                  new Paper(
                      "Wen et al.",
                      "TernGrad: Ternary Gradients to Reduce Communication in Distributed Deep"
                          + " Learning",
                      2017))
              .meaning(
                  "Numbers are clipped at {clip} standard deviations and rounded at random to −s,"
                      + " 0 or s, with one s for all ranks")
              .withholding(ALONE),
          Codec.of("natural")
              .from(
                  new Paper(
                      "Horváth et al.", "Natural Compression for Distributed Deep Learning", 2019))
              .meaning(
                  "Numbers are rounded at random to one of the two nearest powers of two: sign and"
                      + " exponent travel"),
          Codec.of("fastsgd")
              .from(
                  new Paper(
                      "Yang et al.",
                      "FastSGD: A Fast Compressed SGD Framework for Distributed Machine"
                          + " Learning",
                      2021))
              .meaning(
                  "Numbers are mapped by reciprocal and logarithm, quantised, and the small ones"
                      + " left out; positions travel as differences")
              .usable(TRAIN));

  private QuantisationNames() {}

  static Paper errorFeedback() {
    return new Paper(
        "Karimireddy et al.",
        "Error Feedback Fixes SignSGD and other Gradient Compression Schemes",
        2019);
  }

  private static Paper signSgd() {
    return new Paper(
        "Bernstein et al.", "signSGD: Compressed Optimisation for Non-Convex Problems", 2018);
  }

  private static Parameter rounding() {
    return word(
        "rounding",
        Entry.of(Axis.COMPRESSION, "nearest").meaning("each is rounded to the nearest"),
        Entry.of(Axis.COMPRESSION, "stochastic")
            .meaning("each is rounded at random so that the mean is right"));
  }
}
