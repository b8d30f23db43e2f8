package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.LOOSE_FEEDBACK;
import static io.weft.strategy.term.Capability.MERGES;
import static io.weft.strategy.term.Capability.MOMENTUM;
import static io.weft.strategy.term.Capability.OWN_PROGRAM;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.PEERS;
import static io.weft.strategy.term.Capability.PER_TENSOR;
import static io.weft.strategy.term.Capability.SHARDS;
import static io.weft.strategy.term.Capability.STEADY;
import static io.weft.strategy.term.Capability.SUMS;
import static io.weft.strategy.term.Capability.WHOLE;
import static io.weft.strategy.term.Parameter.number;
import static io.weft.strategy.term.Parameter.share;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** Compressions that send a few of the numbers. */
final class SparsificationNames {
  static final List<Entry> TABLE =
      List.of(
          Codec.of("top-k", share("density", 0.01))
              .from(
                  new Paper(
                      "Aji and Heafield",
                      "Sparse Communication for Distributed Gradient Descent",
                      2017))
              .meaning("The largest {density %} of the numbers travel with their positions")
              .offering(FEEDBACK)
              .usableWith(PLAN, STEADY),
          Codec.of("top-k-sampled", density(), share("sample", 0.01))
              .from(deepGradientCompression())
              .meaning(
                  "About {density %} of the numbers travel, those above a threshold estimated from"
                      + " a sample of {sample %}")
              .offering(FEEDBACK)
              .usableWith(PLAN, STEADY),
          Codec.of("gaussian-k", density())
              .from(
                  new Paper(
                      "Shi et al.",
                      "Understanding Top-k Sparsification in Distributed Deep Learning",
                      2019))
              .meaning(
                  "About {density %} of the numbers travel, those above the quantile of a normal"
                      + " distribution")
              .offering(FEEDBACK),
          Codec.of("random-k", density())
              .from(new Paper("Stich et al.", "Sparsified SGD with Memory", 2018))
              .meaning(
                  "A random {density %} of the numbers travel, the same positions on all ranks, so"
                      + " that no positions need be sent")
              .offering(SUMS)
              .withholding(GATHERS),
          Codec.of("random-block", density())
              .from(LowRankNames.powerSgd())
              .meaning(
                  "One random block with {density %} of the numbers travels, the same on all ranks,"
                      + " so that no positions need be sent")
              .offering(SUMS)
              .withholding(GATHERS),
          Codec.of(
                  "threshold",
                  number("tau", 0.01, new Kind.Decimal(0, false, 1e6, true)).unverified())
              .from(
                  new Paper(
                      "Strom",
                      "Scalable Distributed DNN Training Using Commodity GPU Cloud Computing",
                      2015))
              .meaning("Where a number exceeds {tau} its position and sign travel")
              .offering(FEEDBACK)
              .usable(TRAIN),
          Codec.of(
                  "dgc",
                  share("density", 0.001).unverified(),
                  share("sample", 0.01),
                  whole("warmup", 4, 0, 1_000).unverified())
              .from(deepGradientCompression())
              .meaning(
                  "The largest {density %} of the accumulated momentum travel (threshold from a"
                      + " sample of {sample %}, clipped, more of them in the first {warmup epoch});"
                      + " the rest goes on accumulating")
              .offering(FEEDBACK, MOMENTUM)
              .withholding(LOOSE_FEEDBACK, ANY_VECTOR),
          Codec.of("g-top-k", density())
              .from(
                  new Paper(
                      "Shi et al.",
                      "A Distributed Synchronous SGD Algorithm with Global Top-k Sparsification for"
                          + " Low Bandwidth Networks",
                      2019))
              .meaning(
                  "Pairs of ranks merge their largest {density %} and select again until the"
                      + " largest of all are known")
              .offering(FEEDBACK, MERGES)
              .withholding(ALONE, GATHERS, PACKABLE, SHARDS)
              .needing(PEERS, OWN_PROGRAM)
              .usableWith(SIMULATE, WHOLE)
              .usableWith(PLAN, STEADY),
          Codec.of("ok-top-k", density())
              .from(
                  new Paper(
                      "Li and Hoefler",
                      "Near-Optimal Sparse Allreduce for Distributed Deep Learning",
                      2022))
              .meaning(
                  "Each rank adds up one balanced region of everybody's largest {density %}, and"
                      + " the largest sums are spread")
              .offering(FEEDBACK, MERGES)
              .withholding(ALONE, GATHERS, PACKABLE, PER_TENSOR)
              .needing(PEERS, OWN_PROGRAM)
              .usableWith(SIMULATE, WHOLE)
              .usableWith(PLAN, STEADY),
          Codec.of(
                  "sketch",
                  whole("rows", 5, 1, 64),
                  whole("columns", 500_000, 1, 1 << 30),
                  density())
              .from(
                  new Paper(
                      "Ivkin et al.",
                      "Communication-efficient Distributed SGD with Sketching",
                      2019))
              .meaning(
                  "A count-sketch of {rows row} and {columns column} travels; the heaviest"
                      + " {density %} found in the sum are then fetched exactly")
              .offering(FEEDBACK, SUMS)
              .withholding(ALONE, GATHERS, PACKABLE)
              .usable(TRAIN));

  private SparsificationNames() {}

  static Paper deepGradientCompression() {
    return new Paper(
        "Lin et al.",
        "Deep Gradient Compression: Reducing the Communication Bandwidth for Distributed Training",
        2018);
  }

  private static Parameter density() {
    return share("density", 0.01).unverified();
  }
}
