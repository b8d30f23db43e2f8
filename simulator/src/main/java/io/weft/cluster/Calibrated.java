package io.weft.cluster;

import io.weft.cluster.Encoders.Speed;
import io.weft.join.LinkClass;
import io.weft.join.MachineCosts;
import io.weft.join.MachineFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code weft calibrate} has measured of a machine, in units of a cluster. Of links the rates
 * of long messages count, if they were measured: exchanges are long, and what a link lets through
 * at once does not help them.
 *
 * @param socket what one core sends and receives in a second, and what a message costs it
 * @param encoders by name of the compressor
 * @param interference how much longer a core computes while messages travel, as a part of it
 */
record Calibrated(
    double reductionBytesPerSecond,
    Optional<Link> inside,
    Optional<Link> between,
    Optional<Link> socket,
    double interference,
    Map<String, Speed> encoders) {
  private static final String ENCODE = "encode_";
  private static final String DECODE = "decode_";
  private static final String ADD = "add_";
  private static final String RATE = "_gigabytes_per_second";

  static final Calibrated NOTHING =
      new Calibrated(10e9, Optional.empty(), Optional.empty(), Optional.empty(), 0, Map.of());

  /**
   * Reads a file of {@code weft calibrate}.
   *
   * @throws IllegalArgumentException if it is not there or cannot be understood
   */
  static Calibrated read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "there is no calibration '%s': write it by weft calibrate --output FILE".formatted(file));
    }
    var costs = MachineFile.read(file);
    var more = costs.predictions();
    double rate = more.getOrDefault("socket_gigabytes_per_second", 0.0) * 1e9;
    double message = more.getOrDefault("socket_message_microseconds", 0.0) * 1e-6;
    return new Calibrated(
        costs.reductionGigabytesPerSecond() * 1e9,
        link(costs, LinkClass.HOST),
        link(costs, LinkClass.NETWORK),
        rate > 0 ? Optional.of(new Link(rate, message)) : Optional.empty(),
        more.getOrDefault("interference_percent", 0.0) / 100,
        speeds(more));
  }

  private static Optional<Link> link(MachineCosts costs, LinkClass place) {
    var name = "sustained_" + place.name().toLowerCase(Locale.ROOT);
    var more = costs.predictions();
    double rate = more.getOrDefault(name + RATE, 0.0) * 1e9;
    if (rate > 0) {
      double latency = more.getOrDefault(name + "_latency_microseconds", 0.0) * 1e-6;
      return Optional.of(new Link(rate, latency));
    }
    return Optional.ofNullable(costs.measured().get(place))
        .map(it -> new Link(it.gigabytesPerSecond() * 1e9, it.latencyMicros() * 1e-6));
  }

  private static Map<String, Speed> speeds(Map<String, Double> numbers) {
    var speeds = new HashMap<String, Speed>();
    numbers.forEach(
        (name, value) -> {
          if (name.startsWith(ENCODE) && name.endsWith(RATE)) {
            var codec = name.substring(ENCODE.length(), name.length() - RATE.length());
            double decode = numbers.getOrDefault(DECODE + codec + RATE, value);
            double add = numbers.getOrDefault(ADD + codec + RATE, Double.POSITIVE_INFINITY);
            speeds.put(codec, new Speed(value * 1e9, decode * 1e9, add * 1e9));
          }
        });
    return speeds;
  }
}
