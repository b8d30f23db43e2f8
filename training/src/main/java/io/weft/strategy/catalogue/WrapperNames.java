package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.BUCKETWISE;
import static io.weft.strategy.term.Capability.CODEC;
import static io.weft.strategy.term.Capability.DENSE_PARTS;
import static io.weft.strategy.term.Capability.ENCODES;
import static io.weft.strategy.term.Capability.EVERY_SIZE;
import static io.weft.strategy.term.Capability.EVERY_STEP;
import static io.weft.strategy.term.Capability.FEEDBACK;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.LOOSE_FEEDBACK;
import static io.weft.strategy.term.Capability.MOMENTUM;
import static io.weft.strategy.term.Capability.PACKABLE;
import static io.weft.strategy.term.Capability.PACKED;
import static io.weft.strategy.term.Capability.PER_BUCKET;
import static io.weft.strategy.term.Capability.PER_TENSOR;
import static io.weft.strategy.term.Capability.SUMS;
import static io.weft.strategy.term.Capability.TENSORWISE;
import static io.weft.strategy.term.Parameter.compression;
import static io.weft.strategy.term.Parameter.size;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/**
 * Compressions around a compression. What a wrapper adds and removes also decides when it is
 * superfluous: {@code error-feedback} around a compression that has it, {@code plain} around one
 * that has none.
 */
final class WrapperNames {
  static final List<Entry> TABLE =
      List.of(
          name("error-feedback", compression(CODEC, ENCODES))
              .from(QuantisationNames.errorFeedback())
              .meaning("What the compression loses is kept and added to the next gradient")
              .offering(FEEDBACK),
          name("plain", compression(LOOSE_FEEDBACK))
              .meaning("What the compression loses is lost: there is no error feedback")
              .removing(FEEDBACK),
          name("momentum-correction", compression(CODEC, FEEDBACK))
              .from(SparsificationNames.deepGradientCompression())
              .meaning(
                  "Momentum is accumulated before the compression, so that what travels late still"
                      + " has its full weight")
              .offering(MOMENTUM)
              .removing(LOOSE_FEEDBACK, ANY_VECTOR),
          name("per-tensor", compression(PER_TENSOR))
              .from(layerWise())
              .meaning("Each tensor is compressed on its own")
              .offering(TENSORWISE)
              .removing(PER_BUCKET),
          name("per-bucket", compression(PER_BUCKET))
              .from(layerWise())
              .meaning("Each bucket is compressed as a whole")
              .offering(BUCKETWISE)
              .removing(PER_TENSOR),
          name("dense-below", size("size", 1, 1).required(), compression(EVERY_SIZE))
              .meaning("Anything smaller than {size} travels uncompressed")
              .offering(DENSE_PARTS)
              .removing(EVERY_SIZE),
          name(
                  "dense-first",
                  whole("steps", 1, 1, 1_000_000_000).required(),
                  compression(EVERY_STEP, ENCODES))
              .meaning("The first {steps step} travel uncompressed")
              .offering(DENSE_PARTS)
              .removing(EVERY_STEP),
          name("lossless", compression(PACKABLE, ENCODES))
              .meaning(
                  "The codes are packed without further loss: positions as differences, values by"
                      + " entropy where that pays")
              .offering(PACKED, GATHERS)
              .removing(SUMS)
              .usable(TRAIN));

  private WrapperNames() {}

  private static Entry name(String name, Parameter... parameters) {
    return Entry.of(Axis.COMPRESSION, name, parameters).usable(TRAIN, SIMULATE);
  }

  private static Paper layerWise() {
    return new Paper(
        "Dutta et al.",
        "On the Discrepancy between the Theoretical Analysis and Practical Implementations of"
            + " Compressed Communication for Distributed Deep Learning",
        2019);
  }
}
