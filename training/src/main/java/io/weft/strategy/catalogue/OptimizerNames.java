package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.CODEC;
import static io.weft.strategy.term.Capability.EVERY_STEP;
import static io.weft.strategy.term.Capability.EXACT;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.LOOSE_FEEDBACK;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.PEERS;
import static io.weft.strategy.term.Capability.REPLICAS;
import static io.weft.strategy.term.Capability.SHARDS;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Parameter.word;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** Compressions that are one with the optimizer: its momentum or its update is what travels. */
final class OptimizerNames {
  static final List<Entry> TABLE =
      List.of(
          fused("onebit-adam", whole("freeze-step", 400, 0, 1_000_000_000))
              .from(
                  new Paper(
                      "Tang et al.",
                      "1-bit Adam: Communication Efficient Large-Scale Training with Adam's"
                          + " Convergence Speed",
                      2021))
              .meaning(
                  "Adam runs dense for {freeze-step step}; then its variance is frozen and its"
                      + " momentum travels with one bit per number")
              .offering(FEEDBACK, LOOSE_FEEDBACK)
              .withholding(EVERY_STEP)
              .needing(EXACT, PEERS, REPLICAS),
          fused(
                  "distributed-lion",
                  word(
                      "combine",
                      combining("majority", "the majority of the ranks decides each sign"),
                      combining("mean", "the signs are averaged")))
              .from(
                  new Paper(
                      "Liu et al.",
                      "Communication Efficient Distributed Training with Distributed Lion",
                      2024))
              .meaning("The signs of Lion's update travel")
              .withholding(PACKABLE)
              .needing(EXACT, REPLICAS),
          fused("lion-cub", whole("bits", 1, 1, 8).unverified())
              .from(
                  new Paper(
                      "Ishikawa et al.",
                      "Lion Cub: Minimizing Communication Overhead in Distributed Lion",
                      2024))
              .meaning(
                  "Lion's update travels with {bits bit} per number and is added up exactly; the"
                      + " sign of the sum moves the parameters")
              .withholding(PACKABLE)
              .needing(EXACT, PEERS, REPLICAS));

  private OptimizerNames() {}

  private static Entry fused(String name, Parameter... parameters) {
    return Codec.of(name, parameters).withholding(ALONE, ANY_VECTOR, CODEC, LOOSE_FEEDBACK, SHARDS);
  }

  private static Entry combining(String name, String meaning) {
    return Entry.of(Axis.COMPRESSION, name).meaning(meaning);
  }
}
