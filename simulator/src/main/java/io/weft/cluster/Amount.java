package io.weft.cluster;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Numbers with units as people write them: {@code 10 Gbit/s}, {@code 30 us}, {@code 16 GB}. */
public final class Amount {
  private static final Pattern FORM =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:e-?[0-9]+)?)\\s*([A-Za-zµ/%]+)");

  private static final Map<String, Double> RATES =
      Map.of(
          "Mbit/s", 1e6 / 8, "Gbit/s", 1e9 / 8, "KB/s", 1e3, "MB/s", 1e6, "GB/s", 1e9, "TB/s",
          1e12);

  /** Other ways to write a rate of bits, read and not shown. */
  private static final Map<String, Double> BITS =
      Map.of(
          "Mb/s", 1e6 / 8, "Mbps", 1e6 / 8, "Mbit", 1e6 / 8, "Gb/s", 1e9 / 8, "Gbps", 1e9 / 8,
          "Gbit", 1e9 / 8);

  /** How many make a second, so that written numbers are divided and not rounded twice. */
  private static final Map<String, Double> TIMES =
      Map.of("s", 1.0, "ms", 1e3, "us", 1e6, "µs", 1e6, "ns", 1e9);

  private static final Map<String, Double> SPEEDS =
      Map.of("MFLOP/s", 1e6, "GFLOP/s", 1e9, "TFLOP/s", 1e12);
  private static final Map<String, Double> SIZES =
      Map.of("B", 1.0, "KB", 1024.0, "MB", 0x1p20, "GB", 0x1p30, "TB", 0x1p40);

  private static final Map<String, Double> PARTS = Map.of("%", 0.01);

  private record Written(double number, double unit) {
    double product() {
      return number * unit;
    }
  }

  private Amount() {}

  /** Bytes per second; 1 Gbit/s, also written 1 Gb/s or 1 Gbps, is 125 million. */
  public static double rate(String text) {
    var match = FORM.matcher(text.strip());
    Double bits = match.matches() ? BITS.get(match.group(2)) : null;
    return bits == null
        ? read(text, RATES, "10 Gbit/s or 1.2 GB/s").product()
        : Double.parseDouble(match.group(1)) * bits;
  }

  /** Seconds. */
  public static double time(String text) {
    var read = read(text, TIMES, "30 us or 5 ms");
    return read.number / read.unit;
  }

  /** Floating-point operations per second. */
  public static double speed(String text) {
    return read(text, SPEEDS, "6 TFLOP/s").product();
  }

  /** Bytes; 1 KB is 1024. */
  public static double size(String text) {
    return read(text, SIZES, "16 GB").product();
  }

  /** A part of a whole; 5 % is 0.05. */
  public static double part(String text) {
    return read(text, PARTS, "5 %").product();
  }

  private static Written read(String text, Map<String, Double> units, String example) {
    var match = FORM.matcher(text.strip());
    Double unit = match.matches() ? units.get(match.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          "'%s' is not a number with one of the units %s: write %s"
              .formatted(text.strip(), sorted(units), example));
    }
    return new Written(Double.parseDouble(match.group(1)), unit);
  }

  private static List<String> sorted(Map<String, Double> units) {
    return units.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
