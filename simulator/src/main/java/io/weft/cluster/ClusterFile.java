package io.weft.cluster;

import io.weft.file.BoundedFile;
import io.weft.strategy.line.Nearest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster as a file: YAML of the plainest kind, lines {@code name: value} and comments. {@link
 * #example()} has every name.
 */
public final class ClusterFile {
  /** What a file may set, in the order of the example. */
  public static final String KEYS =
      "hosts, ranks_per_host, inside, between, compute, reduction, operation, operation_per_rank,"
          + " tensor, memory, jitter, stragglers, cores, shared_cores, models_on, socket,"
          + " interference, racks, contention, encoding, calibration";

  private static final List<String> NAMES = List.of(KEYS.split(", ", -1));

  private static final String EXAMPLE =
      """
      hosts: 8
      ranks_per_host: 4
      inside: 11 GB/s, 5 us       # rate and latency between ranks of a host
      between: 10 Gbit/s, 30 us   # out of a host
      compute: 6 TFLOP/s          # as reached, where --step-ms says nothing

      # What follows may be left out; take the first mark away to set it.
      # reduction: 10 GB/s          # how fast a rank adds what arrives
      # operation: 50 us            # what an exchange takes besides its bytes
      # operation_per_rank: 10 us   # the same, for each rank
      # tensor: 20 us               # and for each tensor in it
      # memory: 16 GB               # of a rank
      # jitter: 5 %                 # of what a rank computes from step to step
      # stragglers: 2, 1.5          # two ranks are always slower, by this factor
      # cores: 16                   # of each host
      # shared_cores: 16            # or of all hosts, if they are one machine
      # models_on: accelerators     # or cores, as where cores are said
      # socket: 2 GB/s, 5 us        # of one core, and what a message costs it
      # interference: 5 %           # by which a core computes longer meanwhile
      # racks: 8, 3                 # hosts in each, and times oversubscribed
      # contention: 4 %             # of a link that messages lose by sharing it
      # encoding: 10 GB/s           # one pass of an encoder over gradients
      # calibration: lab.yaml       # a file of weft calibrate, for the rest
      """;

  private final String name;
  private final Map<String, String> values;

  /** What was measured, for what the file does not say itself. */
  private final Calibrated calibrated;

  private ClusterFile(String name, Map<String, String> values, Path file) {
    this.name = name;
    this.values = values;
    String calibration = values.get("calibration");
    this.calibrated =
        calibration == null
            ? Calibrated.NOTHING
            : Calibrated.read(file.resolveSibling(calibration));
  }

  /**
   * Reads a cluster, which is named after its file.
   *
   * @throws IllegalArgumentException naming what cannot be read or is missing
   */
  public static Cluster read(Path file) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    return new ClusterFile(name, values(name, BoundedFile.writtenLines(file)), file).cluster();
  }

  /** A file to edit, which can be read as it is. */
  public static List<String> example() {
    return EXAMPLE.lines().toList();
  }

  static Cluster parse(String name, List<String> lines) {
    return new ClusterFile(name, values(name, lines), Path.of(name)).cluster();
  }

  private static Map<String, String> values(String name, List<String> lines) {
    var values = new LinkedHashMap<String, String>();
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        put(values, line, "cluster %s, line %d".formatted(name, at + 1));
      }
    }
    return values;
  }

  private static void put(Map<String, String> values, String line, String place) {
    int colon = line.indexOf(':');
    String key = line.substring(0, Math.max(colon, 0)).strip();
    if (!NAMES.contains(key)) {
      throw new IllegalArgumentException(
          "%s: '%s' does not set one of %s%s".formatted(place, line, KEYS, meant(key)));
    }
    if (values.put(key, line.substring(colon + 1).strip()) != null) {
      throw new IllegalArgumentException("%s: %s is there twice".formatted(place, key));
    }
  }

  private static String meant(String key) {
    return Nearest.to(key, NAMES).map("; did you mean '%s'?"::formatted).orElse("");
  }

  private Cluster cluster() {
    double reduction =
        values.containsKey("reduction")
            ? Amount.rate(required("reduction", "10 GB/s"))
            : calibrated.reductionBytesPerSecond();
    return new Cluster(
        name,
        whole("hosts"),
        whole("ranks_per_host"),
        calibrated.inside().filter(_ -> !says("inside")).orElseGet(() -> link("inside")),
        calibrated.between().filter(_ -> !says("between")).orElseGet(() -> link("between")),
        reduction,
        overheads(),
        Amount.speed(required("compute", "6 TFLOP/s")),
        Amount.size(values.getOrDefault("memory", "16 GB")),
        disturbance(),
        new Cluster.Equipment(processors(), racks(), encoders(reduction)));
  }

  private boolean says(String key) {
    return values.containsKey(key);
  }

  private Overheads overheads() {
    return new Overheads(
        Amount.time(values.getOrDefault("operation", "0 s")),
        Amount.time(values.getOrDefault("operation_per_rank", "0 s")),
        Amount.time(values.getOrDefault("tensor", "0 s")));
  }

  private Processors processors() {
    if (says("cores") && says("shared_cores")) {
      throw new IllegalArgumentException(
          "cluster %s says cores and shared_cores: give those of a host, or those of all"
              .formatted(name));
    }
    boolean shared = says("shared_cores");
    var pool = shared ? Processors.Pool.CLUSTER : Processors.Pool.HOST;
    if (!shared && !says("cores")) {
      return Processors.PLENTY;
    }
    var socket = says("socket") ? Optional.of(link("socket")) : calibrated.socket();
    return new Processors(
        whole(shared ? "shared_cores" : "cores"),
        pool,
        models(values.getOrDefault("models_on", "cores")),
        socket.map(it -> 1 / it.bytesPerSecond()).orElse(0.0),
        socket.map(Link::latencySeconds).orElse(0.0),
        says("interference")
            ? Amount.part(required("interference", "5 %"))
            : calibrated.interference());
  }

  private boolean models(String place) {
    return switch (place) {
      case "cores" -> true;
      case "accelerators" -> false;
      default ->
          throw new IllegalArgumentException(
              "cluster %s has models on '%s': write cores or accelerators".formatted(name, place));
    };
  }

  private Racks racks() {
    double contention = Amount.part(values.getOrDefault("contention", "0 %"));
    if (!says("racks")) {
      return new Racks(Integer.MAX_VALUE, 1, contention);
    }
    var parts = pair("racks", "8, 3");
    return new Racks(
        whole("racks", parts[0].strip()), factor("racks", parts[1].strip()), contention);
  }

  private Encoders encoders(double reduction) {
    double pass = says("encoding") ? Amount.rate(required("encoding", "10 GB/s")) : reduction;
    return new Encoders(calibrated.encoders(), pass);
  }

  private Disturbance disturbance() {
    var slow = says("stragglers") ? pair("stragglers", "2, 1.5") : new String[] {"0", "1"};
    return new Disturbance(
        Amount.part(values.getOrDefault("jitter", "0 %")),
        whole("stragglers", slow[0].strip()),
        factor("stragglers", slow[1].strip()));
  }

  private String[] pair(String key, String example) {
    var parts = required(key, example).split(",", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException(
          "cluster %s: %s needs how many and by what factor, as in '%s: %s'"
              .formatted(name, key, key, example));
    }
    return parts;
  }

  private double factor(String key, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cluster %s: the factor of %s is '%s'; write a number".formatted(name, key, text), e);
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
          "cluster %s: %s is '%s'; write a whole number up to %d"
              .formatted(name, key, text, Integer.MAX_VALUE),
          e);
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
