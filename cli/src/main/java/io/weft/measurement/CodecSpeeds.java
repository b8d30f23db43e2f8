package io.weft.measurement;

import io.weft.compression.Coding;
import io.weft.compression.codec.Extent;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.training.CompressionSettings;
import io.weft.training.CompressionSettings.Circumstances;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How fast one thread of this machine encodes and decodes, for one compressor of each kind. */
public final class CodecSpeeds {
  /** One of each kind, with what it is measured with. */
  private static final Map<String, String> COMPRESSORS =
      Map.of(
          "fp16", "fp16",
          "bf16", "bf16",
          "int8", "int8",
          "qsgd", "qsgd",
          "ef-sign", "ef-sign",
          "top-k", "top-k(density=0.01)",
          "top-k-sampled", "top-k-sampled(density=0.01)",
          "random-k", "random-k(density=0.01)",
          "powersgd", "powersgd(rank=4)");

  private static final Circumstances NO_RUN = new Circumstances(0, 1, 0.9f);

  /** A square matrix, so that low ranks have something to factor. */
  private static final List<Extent> TENSORS = List.of(new Extent(1024, 1024));

  /**
   * Kernels of vectors are a thousand times slower until the JVM has compiled them: each is
   * measured until that is over, but not for longer than this.
   */
  private static final long NANOS_MOST = 20_000_000_000L;

  /** The part of the time in which compilers may be at work on something else. */
  private static final double BUSY = 0.1;

  private static final double BETTER = 1.1;

  private CodecSpeeds() {}

  /** Lines of a file of {@code weft calibrate}: 10⁹ bytes of gradients in a second. */
  public static Map<String, Double> measure(Consumer<String> progress) {
    return measure(COMPRESSORS, progress);
  }

  static Map<String, Double> measure(Map<String, String> lineByName, Consumer<String> progress) {
    var lines = new TreeMap<String, Double>();
    lineByName.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> {
              progress.accept(entry.getValue());
              var measured = of(entry.getValue());
              double gigabytes = measured.numbers() * Float.BYTES * 1e-9;
              lines.put(line("encode_", entry.getKey()), gigabytes / measured.encodeSeconds());
              lines.put(line("decode_", entry.getKey()), gigabytes / measured.decodeSeconds());
            });
    return lines;
  }

  private static String line(String verb, String name) {
    return verb + name + "_gigabytes_per_second";
  }

  private static CodecMeasurement of(String compressor) {
    var term = Strategy.parse("wfbp + " + compressor).term(Axis.COMPRESSION).orElseThrow();
    var coding = CompressionSettings.of(term, NO_RUN).coding();
    return settled(coding, TENSORS);
  }

  /** What a codec reaches when compilers are through with it. */
  public static CodecMeasurement settled(Coding coding, List<Extent> tensors) {
    return settled(
        () -> CodecMeasurement.of(coding, tensors, System::nanoTime),
        System::nanoTime,
        CompilerTime::ownNanos);
  }

  /**
   * The fastest of several: at least two, and more as long as compilers are busy or it still gets
   * faster, within {@link #NANOS_MOST}.
   */
  static CodecMeasurement settled(
      Supplier<CodecMeasurement> measuring, LongSupplier nanos, LongSupplier compilerNanos) {
    long start = nanos.getAsLong();
    var best = measuring.get();
    boolean settled = false;
    while (!settled && nanos.getAsLong() - start < NANOS_MOST) {
      long begun = nanos.getAsLong();
      long compiled = compilerNanos.getAsLong();
      var next = measuring.get();
      double busy = compilerNanos.getAsLong() - compiled;
      boolean quiet = busy <= BUSY * (nanos.getAsLong() - begun);
      settled = quiet && speed(next) <= BETTER * speed(best);
      best = speed(next) > speed(best) ? next : best;
    }
    return best;
  }

  private static double speed(CodecMeasurement measured) {
    return measured.numbers() / (measured.encodeSeconds() + measured.decodeSeconds());
  }
}
