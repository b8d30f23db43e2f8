package io.weft.plan;

import io.weft.cluster.Encoders;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import java.util.Locale;

/**
 * What encoding and decoding take: as measured on the cluster, or else as assumed. Assumptions are
 * passes over the gradients: a conversion reads everything once, a quantiser also looks for the
 * range, an exact selection is a radix sort of magnitudes, one by a threshold of before reads once,
 * low ranks read once for each factor and once to keep what was not sent, and feedback adds to the
 * gradients and keeps what was not sent.
 *
 * @param encodeSeconds for a byte of gradients
 * @param decodeSeconds for a byte of gradients, of one payload
 * @param addSeconds for a byte of a payload that is added to another one
 * @param decodesBySize whether a payload that leaves numbers out is decoded faster than that
 * @param words where it comes from
 */
record CodingSpeed(
    double encodeSeconds,
    double decodeSeconds,
    double addSeconds,
    boolean decodesBySize,
    String words) {
  private static final double FEEDBACK = 2;

  static CodingSpeed of(Term compression, Encoders encoders) {
    var core = core(compression);
    var measured = encoders.measured().get(core.name());
    if (measured != null) {
      double encode = measured.encodeBytesPerSecond();
      return new CodingSpeed(
          1 / encode,
          1 / measured.decodeBytesPerSecond(),
          1 / measured.addBytesPerSecond(),
          false,
          String.format(Locale.ROOT, "encoding as measured, %.2f GB/s", encode * 1e-9));
    }
    double passes = passes(core) + (remembers(compression) ? FEEDBACK : 0);
    double rate = encoders.assumedBytesPerSecond();
    return new CodingSpeed(
        passes / rate,
        1 / rate,
        0,
        true,
        String.format(
            Locale.ROOT, "encoding is assumed, %.0f passes at %.0f GB/s", passes, rate * 1e-9));
  }

  /** What is within all that is wrapped around it. */
  static Term core(Term compression) {
    var core = compression;
    for (var inner = core.inner(); inner != null; inner = core.inner()) {
      core = inner;
    }
    return core;
  }

  private static double passes(Term core) {
    return switch (core.name()) {
      case "fp16", "bf16", "sign", "random-k", "random-block", "threshold", "ok-top-k" -> 1;
      case "int8", "int4", "onebit", "signum", "ef-sign", "qsgd", "terngrad", "natural" -> 2;
      case "top-k-sampled", "gaussian-k", "dgc", "powersgd", "acp-sgd" -> 3;
      case "top-k", "g-top-k" -> 8;
      default -> 4;
    };
  }

  /** Low ranks keep what was not sent while they read. */
  private static boolean remembers(Term compression) {
    var name = core(compression).name();
    return !name.equals("powersgd")
        && !name.equals("acp-sgd")
        && (compression.offers().contains(Capability.FEEDBACK)
            || compression.offers().contains(Capability.MOMENTUM));
  }
}
