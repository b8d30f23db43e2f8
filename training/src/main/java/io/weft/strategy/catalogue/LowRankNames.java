package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.ENCODES;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.PER_BUCKET;
import static io.weft.strategy.term.Capability.PHASES;
import static io.weft.strategy.term.Capability.SHARDS;
import static io.weft.strategy.term.Capability.STEADY;
import static io.weft.strategy.term.Capability.SUMS;
import static io.weft.strategy.term.Parameter.number;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** Compressions that send factors of a matrix. */
final class LowRankNames {
  private static final int RANK_MAX = 65_536;

  static final List<Entry> TABLE =
      List.of(
          factored(
                  "powersgd",
                  whole("rank", 2, 1, RANK_MAX),
                  number("min-rate", 2, new Kind.Decimal(1, true, 1e6, true)))
              .from(powerSgd())
              .meaning(
                  "Each gradient matrix travels as two factors of rank {rank}, where that is at"
                      + " least {min-rate} times smaller, and vectors travel as they are")
              .usableWith(PLAN, STEADY),
          factored("acp-sgd", whole("rank", 4, 1, RANK_MAX))
              .from(
                  new Paper(
                      "Zhang et al.",
                      "Evaluation and Optimization of Gradient Compression for Distributed Deep"
                          + " Learning",
                      2023))
              .meaning(
                  "One of two factors of rank {rank} travels in odd steps and the other in even"
                      + " ones"),
          Codec.of("atomo", whole("budget", 3, 1, RANK_MAX))
              .from(
                  new Paper(
                      "Wang et al.",
                      "ATOMO: Communication-efficient Learning via Atomic Sparsification",
                      2018))
              .meaning(
                  "Of the singular vectors of each gradient matrix a random few travel, {budget} on"
                      + " average, so that the mean is right")
              .withholding(PER_BUCKET),
          Codec.of("dad")
              .from(
                  new Paper(
                      "Baker et al.",
                      "Peering Beyond the Gradient Veil with Distributed Auto Differentiation",
                      2021))
              .meaning(
                  "The inputs and output gradients of a linear layer travel where they are smaller"
                      + " than their product, the gradient; nothing is lost")
              .withholding(ANY_VECTOR, PER_BUCKET, PHASES, SHARDS, ENCODES)
              .usable(TRAIN));

  private LowRankNames() {}

  static Paper powerSgd() {
    return new Paper(
        "Vogels et al.",
        "PowerSGD: Practical Low-Rank Gradient Compression for Distributed Optimization",
        2019);
  }

  /** Factors that mean something only when those of all ranks have been added. */
  private static Entry factored(String name, Parameter... parameters) {
    return Codec.of(name, parameters)
        .offering(FEEDBACK, SUMS)
        .withholding(ALONE, GATHERS, PACKABLE, PER_BUCKET);
  }
}
