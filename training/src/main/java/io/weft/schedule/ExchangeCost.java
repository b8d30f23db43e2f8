package io.weft.schedule;

import java.util.List;

/**
 * What an exchange takes: α + β·bytes.
 *
 * @param startNanos α, whatever is sent
 * @param nanosPerByte β
 */
public record ExchangeCost(double startNanos, double nanosPerByte) {
  public ExchangeCost {
    if (!(startNanos >= 0) || !(nanosPerByte >= 0)) {
      throw new IllegalArgumentException(
          "an exchange of %s ns and %s ns a byte: neither below 0"
              .formatted(startNanos, nanosPerByte));
    }
  }

  /** One exchange, and how long it took. */
  public record Sample(long bytes, double nanos) {}

  /** The line that fits best, by least squares; what would fall below zero is zero. */
  public static ExchangeCost fit(List<Sample> samples) {
    double bytes = samples.stream().mapToDouble(Sample::bytes).average().orElse(0);
    double nanos = samples.stream().mapToDouble(Sample::nanos).average().orElse(0);
    double together = 0;
    double alone = 0;
    for (var sample : samples) {
      together += (sample.bytes - bytes) * (sample.nanos - nanos);
      alone += (sample.bytes - bytes) * (sample.bytes - bytes);
    }
    double slope = alone == 0 ? 0 : Math.max(0, together / alone);
    return new ExchangeCost(Math.max(0, nanos - slope * bytes), slope);
  }

  double of(long bytes) {
    return startNanos + nanosPerByte * bytes;
  }
}
