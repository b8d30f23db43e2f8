package io.weft.plan;

import io.weft.cluster.Cluster;
import io.weft.cluster.Encoders;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import java.util.Locale;

/**
 * What encoding and decoding take: as measured on the cluster, or else as assumed. Assumptions are
 * passes over the gradients: a conversion reads everything once, a quantiser also looks for the
 * range, an exact selection is a radix sort of magnitudes, one by a threshold of before reads once,
 * low ranks read once for each factor and once to keep what was not sent, besides the products with
 * thin matrices, and feedback adds to the gradients and keeps what was not sent.
 *
 * @param measured and not assumed
 * @param encodeSeconds for a byte of gradients
 * @param decodeSeconds for a byte of gradients, of one payload
 * @param addSeconds for a byte of a payload that is added to another one
 * @param decodesBySize whether a payload that leaves numbers out is decoded faster than that
 * @param words where it comes from
 */
record CodingSpeed(
    boolean measured,
    double encodeSeconds,
    double decodeSeconds,
    double addSeconds,
    boolean decodesBySize,
    String words) {
  private static final double FEEDBACK = 2;

  /** An exact selection. */
  private static final double SELECTION = 8;

  /** The rank of low ranks whose speed {@code weft calibrate} measures. */
  private static final double MEASURED_RANK = 4;

  static CodingSpeed of(Term compression, Cluster cluster) {
    var core = core(compression);
    var measured = cluster.encoders().measured().get(core.name());
    return measured == null ? assumed(compression, cluster) : measured(core, measured);
  }

  private static CodingSpeed measured(Term core, Encoders.Speed measured) {
    double times = products(core) == 0 ? 1 : core.whole("rank") / MEASURED_RANK;
    double encode = measured.encodeBytesPerSecond() / times;
    var words = String.format(Locale.ROOT, "encoding as measured, %.2f GB/s", encode * 1e-9);
    return new CodingSpeed(
        true,
        1 / encode,
        times / measured.decodeBytesPerSecond(),
        1 / measured.addBytesPerSecond(),
        false,
        times == 1 ? words : words + ", as if it grew with the rank");
  }

  private static CodingSpeed assumed(Term compression, Cluster cluster) {
    var core = core(compression);
    double passes = passes(core) + remembering(compression);
    double rate = cluster.encoders().assumedBytesPerSecond();
    double product = product(core) / cluster.operationsPerSecond();
    var words =
        String.format(
            Locale.ROOT, "encoding is assumed, %s at %.0f GB/s", words(passes), rate * 1e-9);
    return new CodingSpeed(
        false,
        passes / rate + products(core) * product,
        1 / rate + product,
        0,
        true,
        product == 0 ? words : words + " and products of rank " + core.whole("rank"));
  }

  private static String words(double passes) {
    boolean whole = passes == Math.rint(passes);
    var number = String.format(Locale.ROOT, whole ? "%.0f" : "%.2f", passes);
    return number + (passes == 1 ? " pass" : " passes");
  }

  /** Products with a thin matrix that encoding takes; decoding takes one. */
  private static int products(Term core) {
    return switch (core.name()) {
      case "powersgd" -> 2;
      case "acp-sgd" -> 1;
      default -> 0;
    };
  }

  /** Operations of such a product for a byte of gradients: a multiplication and an addition. */
  private static double product(Term core) {
    return products(core) == 0 ? 0 : 2.0 * core.whole("rank") / Float.BYTES;
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
      case "gaussian-k" -> 3;
      case "top-k-sampled", "dgc" -> 3 + SELECTION * core.number("sample");
      case "powersgd", "acp-sgd" -> 2;
      case "top-k", "g-top-k" -> SELECTION;
      default -> 4;
    };
  }

  /** Low ranks keep what was not sent while they read. */
  private static double remembering(Term compression) {
    boolean feedback = compression.offers().contains(Capability.FEEDBACK);
    boolean momentum = compression.offers().contains(Capability.MOMENTUM);
    double passes = products(core(compression)) > 0 ? 1 : FEEDBACK;
    return feedback || momentum ? passes : 0;
  }
}
