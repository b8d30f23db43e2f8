package io.weft.measurement;

import io.weft.compression.codec.Extent;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.training.CompressionSettings;
import io.weft.training.CompressionSettings.Circumstances;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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
   * measured for so long, and for as long as it still gets faster.
   */
  private static final long NANOS_LEAST = 3_000_000_000L;

  private static final long NANOS_MOST = 20_000_000_000L;
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
    long start = System.nanoTime();
    var best = CodecMeasurement.of(coding, TENSORS, System::nanoTime);
    boolean better = true;
    while (better || System.nanoTime() - start < NANOS_LEAST) {
      var next = CodecMeasurement.of(coding, TENSORS, System::nanoTime);
      better = speed(next) > BETTER * speed(best) && System.nanoTime() - start < NANOS_MOST;
      best = speed(next) > speed(best) ? next : best;
    }
    return best;
  }

  private static double speed(CodecMeasurement measured) {
    return measured.numbers() / (measured.encodeSeconds() + measured.decodeSeconds());
  }
}
