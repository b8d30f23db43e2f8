package io.weft.cluster;

import java.util.Map;

/**
 * How fast a rank encodes and decodes gradients, by compressor.
 *
 * @param measured by name of the compressor
 * @param assumedBytesPerSecond for one pass over gradients, where nothing was measured
 */
public record Encoders(Map<String, Speed> measured, double assumedBytesPerSecond) {
  /**
   * Bytes of gradients in a second.
   *
   * @param decodeBytesPerSecond of the gradients that come out, not of the payload
   */
  public record Speed(double encodeBytesPerSecond, double decodeBytesPerSecond) {
    public Speed {
      Checks.positive("the rate of encoding in bytes per second", encodeBytesPerSecond);
      Checks.positive("the rate of decoding in bytes per second", decodeBytesPerSecond);
    }
  }

  public Encoders {
    measured = Map.copyOf(measured);
    Checks.positive("the rate of a pass over gradients", assumedBytesPerSecond);
  }

  /** Nothing measured. */
  public static Encoders assumed(double bytesPerSecond) {
    return new Encoders(Map.of(), bytesPerSecond);
  }
}
