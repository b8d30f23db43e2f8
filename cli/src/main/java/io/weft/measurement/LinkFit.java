package io.weft.measurement;

import io.weft.join.Link;
import java.util.Arrays;
import java.util.List;

/**
 * The straight line through times of messages: latency plus bytes by rate.
 *
 * @param residualPercent by how much the times differ from the line, as the median of all
 */
public record LinkFit(Link link, double residualPercent) {
  /** The time of a message of so many bytes. */
  public record Sample(long bytes, double micros) {}

  private static final int ROUNDS = 50;

  /** A deviation below which a sample counts fully; so small a one is noise, not a disturbance. */
  private static final double NOISE = 0.02;

  /** The rate that stands for one too high to be seen; β must not be 0. */
  private static final double MICROS_PER_BYTE_LEAST = 1e-9;

  /**
   * Fits the line that makes the sum of relative deviations least. Deviations are relative since
   * times span several orders of magnitude, and not squared so that a few disturbed times do not
   * matter: least squares, done again with less weight where the last line missed.
   */
  public static LinkFit of(List<Sample> samples) {
    var weights = new double[samples.size()];
    Arrays.fill(weights, 1);
    var line = new double[2];
    for (int round = 0; round < ROUNDS; round++) {
      line = leastSquares(samples, weights);
      for (int i = 0; i < weights.length; i++) {
        weights[i] = 1 / Math.max(NOISE, deviation(samples.get(i), line));
      }
    }
    var fitted = line;
    double[] deviations =
        samples.stream().mapToDouble(sample -> deviation(sample, fitted)).sorted().toArray();
    var link = new Link(line[0], 1e-3 / line[1]);
    return new LinkFit(link, 100 * deviations[deviations.length / 2]);
  }

  private static double deviation(Sample sample, double[] line) {
    return Math.abs(line[0] + line[1] * sample.bytes - sample.micros) / sample.micros;
  }

  /** Latency and time per byte; neither is below zero. */
  private static double[] leastSquares(List<Sample> samples, double[] weights) {
    double ones = 0;
    double x = 0;
    double xx = 0;
    double y = 0;
    double xy = 0;
    for (int i = 0; i < weights.length; i++) {
      var sample = samples.get(i);
      double weight = weights[i] / (sample.micros * sample.micros);
      ones += weight;
      x += weight * sample.bytes;
      xx += weight * sample.bytes * sample.bytes;
      y += weight * sample.micros;
      xy += weight * sample.bytes * sample.micros;
    }
    double perByte = (ones * xy - x * y) / (ones * xx - x * x);
    double latency = (y - perByte * x) / ones;
    if (latency < 0) {
      return new double[] {0, Math.max(xy / xx, MICROS_PER_BYTE_LEAST)};
    }
    return perByte < MICROS_PER_BYTE_LEAST
        ? new double[] {y / ones, MICROS_PER_BYTE_LEAST}
        : new double[] {latency, perByte};
  }
}
