package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.CODEC;
import static io.weft.strategy.term.Capability.ENCODES;
import static io.weft.strategy.term.Capability.EVERY_SIZE;
import static io.weft.strategy.term.Capability.EVERY_STEP;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.LOOSE_FEEDBACK;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.PER_BUCKET;
import static io.weft.strategy.term.Capability.PER_TENSOR;
import static io.weft.strategy.term.Capability.PHASES;
import static io.weft.strategy.term.Capability.SHARDS;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Parameter;

/** The ordinary compression, from which the tables of compressions say how theirs differ. */
final class Codec {
  private Codec() {}

  /** It turns any run of numbers into a code that one receiver can turn back on its own. */
  static Entry of(String name, Parameter... parameters) {
    return Entry.of(Axis.COMPRESSION, name, parameters)
        .offering(ALONE, ANY_VECTOR, CODEC, GATHERS, PHASES, SHARDS, PACKABLE)
        .offering(LOOSE_FEEDBACK, PER_TENSOR, PER_BUCKET, EVERY_SIZE, EVERY_STEP, ENCODES)
        .usable(TRAIN, SIMULATE);
  }
}
