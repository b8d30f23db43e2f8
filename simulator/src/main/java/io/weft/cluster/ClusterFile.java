package io.weft.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster as a file: YAML of the plainest kind, lines {@code name: value} and comments.
 *
 * <pre>
 * hosts: 8
 * ranks_per_host: 4
 * inside: 11 GB/s, 5 us
 * between: 10 Gbit/s, 30 us
 * compute: 6 TFLOP/s
 * # and, where they are known
 * reduction: 10 GB/s
 * operation: 50 us
 * operation_per_rank: 10 us
 * tensor: 20 us
 * memory: 16 GB
 * jitter: 5 %
 * stragglers: 2, 1.5
 * </pre>
 */
public final class ClusterFile {
  private static final List<String> NAMES =
      List.of(
          "hosts",
          "ranks_per_host",
          "inside",
          "between",
          "compute",
          "reduction",
          "operation",
          "operation_per_rank",
          "tensor",
          "memory",
          "jitter",
          "stragglers");

  private final String name;
  private final Map<String, String> values;

  private ClusterFile(String name, Map<String, String> values) {
    this.name = name;
    this.values = values;
  }

  /**
   * Reads a cluster, which is named after its file.
   *
   * @throws IllegalArgumentException naming what cannot be read or is missing
   */
  public static Cluster read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    return parse(name, Files.readAllLines(file));
  }

  static Cluster parse(String name, List<String> lines) {
    var values = new LinkedHashMap<String, String>();
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        put(values, line, "cluster %s, line %d".formatted(name, at + 1));
      }
    }
    return new ClusterFile(name, values).cluster();
  }

  private static void put(Map<String, String> values, String line, String place) {
    int colon = line.indexOf(':');
    String key = line.substring(0, Math.max(colon, 0)).strip();
    if (!NAMES.contains(key)) {
      throw new IllegalArgumentException(
          "%s: '%s' does not set one of %s".formatted(place, line, String.join(", ", NAMES)));
    }
    if (values.put(key, line.substring(colon + 1).strip()) != null) {
      throw new IllegalArgumentException("%s: %s is there twice".formatted(place, key));
    }
  }

  private Cluster cluster() {
    var overheads =
        new Overheads(
            Amount.time(values.getOrDefault("operation", "0 s")),
            Amount.time(values.getOrDefault("operation_per_rank", "0 s")),
            Amount.time(values.getOrDefault("tensor", "0 s")));
    return new Cluster(
        name,
        whole("hosts"),
        whole("ranks_per_host"),
        link("inside"),
        link("between"),
        Amount.rate(values.getOrDefault("reduction", "10 GB/s")),
        overheads,
        Amount.speed(required("compute", "6 TFLOP/s")),
        Amount.size(values.getOrDefault("memory", "16 GB")),
        disturbance());
  }

  private Disturbance disturbance() {
    var slow = values.getOrDefault("stragglers", "0, 1").split(",", -1);
    if (slow.length != 2) {
      throw new IllegalArgumentException(
          "cluster %s: stragglers needs how many and by what factor, as in 'stragglers: 2, 1.5'"
              .formatted(name));
    }
    return new Disturbance(
        Amount.part(values.getOrDefault("jitter", "0 %")),
        whole("stragglers", slow[0].strip()),
        factor(slow[1].strip()));
  }

  private double factor(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cluster %s: stragglers are slower by '%s'; write a number".formatted(name, text), e);
    }
  }

  private int whole(String key) {
    return whole(key, required(key, "4"));
  }

  private int whole(String key, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cluster %s: %s is '%s'; write a whole number".formatted(name, key, text), e);
    }
  }

  private Link link(String key) {
    var parts = required(key, "10 Gbit/s, 30 us").split(",", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException(
          "cluster %s: %s needs a rate and a latency, as in '%s: 10 Gbit/s, 30 us'"
              .formatted(name, key, key));
    }
    return new Link(Amount.rate(parts[0]), Amount.time(parts[1]));
  }

  private String required(String key, String example) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException(
          "cluster %s does not say '%s': add a line such as '%s: %s'"
              .formatted(name, key, key, example));
    }
    return value;
  }
}
