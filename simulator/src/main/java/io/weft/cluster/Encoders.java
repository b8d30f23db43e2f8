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
   * @param addBytesPerSecond of the payload, where ranks add what they have encoded; infinite if
   *     that takes no time
   */
  public record Speed(
      double encodeBytesPerSecond, double decodeBytesPerSecond, double addBytesPerSecond) {
    public Speed {
      Checks.positive("the rate of encoding in bytes per second", encodeBytesPerSecond);
      Checks.positive("the rate of decoding in bytes per second", decodeBytesPerSecond);
      if (!(addBytesPerSecond > 0)) {
        throw new IllegalArgumentException(
            "adding at %s bytes per second: give a number above 0".formatted(addBytesPerSecond));
      }
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
