package io.weft.plan;

import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;

/**
 * What encoding costs, in passes over the gradients at the rate at which a rank adds what arrives.
 * These are assumptions, not measurements: a conversion reads everything once, a quantiser also
 * looks for the range, an exact selection is a radix sort of magnitudes, and feedback adds to the
 * gradients and keeps what was not sent.
 */
record CodingPasses(double encode) {
  private static final double FEEDBACK = 2;

  static CodingPasses of(Term compression) {
    var core = compression;
    for (var inner = core.inner(); inner != null; inner = core.inner()) {
      core = inner;
    }
    double own =
        switch (core.name()) {
          case "fp16", "bf16", "sign", "random-k", "random-block", "threshold" -> 1;
          case "int8", "int4", "onebit", "signum", "ef-sign", "qsgd", "terngrad", "natural" -> 2;
          case "top-k-sampled", "gaussian-k", "dgc" -> 3;
          case "top-k" -> 8;
          default -> 4;
        };
    boolean remembers =
        compression.offers().contains(Capability.FEEDBACK)
            || compression.offers().contains(Capability.MOMENTUM);
    return new CodingPasses(own + (remembers ? FEEDBACK : 0));
  }
}
