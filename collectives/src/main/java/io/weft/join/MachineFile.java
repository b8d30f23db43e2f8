package io.weft.join;

import io.weft.file.BoundedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A file of measured costs: YAML of the plainest kind, lines {@code name: number} with the unit at
 * the end of the name, and comments.
 */
public final class MachineFile {
  private static final String REDUCTION = "reduction_gigabytes_per_second";
  private static final String LATENCY = "_latency_microseconds";
  private static final String RATE = "_gigabytes_per_second";

  /** How names begin of what ranks do not need. */
  private static final List<String> PREDICTIONS =
      List.of("sustained_", "socket_", "interference_", "add_", "encode_", "decode_");

  private MachineFile() {}

  /** The file of this user: {@code ${XDG_CONFIG_HOME:-~/.config}/weft/this-machine.yaml}. */
  public static Path standard(Map<String, String> environment) {
    var folder = Path.of(environment.getOrDefault("XDG_CONFIG_HOME", ""));
    var parent =
        folder.isAbsolute() // the convention of XDG has others ignored
            ? folder
            : Path.of(System.getProperty("user.home", "."), ".config");
    return parent.resolve("weft").resolve("this-machine.yaml");
  }

  /** What the file of this user says; typical figures if there is none. */
  public static MachineCosts readStandard(Map<String, String> environment) {
    var file = standard(environment);
    return Files.exists(file) ? read(file) : MachineCosts.TYPICAL;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException naming the line that cannot be read, or why the file cannot
   */
  public static MachineCosts read(Path file) {
    var numbers = numbers(file);
    var links = new EnumMap<LinkClass, Link>(LinkClass.class);
    for (var place : LinkClass.values()) {
      String name = name(place);
      if (numbers.containsKey(name + LATENCY) || numbers.containsKey(name + RATE)) {
        links.put(
            place,
            new Link(taken(numbers, name + LATENCY, file), taken(numbers, name + RATE, file)));
      }
    }
    double reduction = taken(numbers, REDUCTION, file);
    for (var left : numbers.keySet()) {
      if (PREDICTIONS.stream().noneMatch(left::startsWith)) {
        throw unusable("%s: '%s' is no setting".formatted(file, left));
      }
    }
    return new MachineCosts(reduction, links, numbers);
  }

  /** Writes a file, and the folders above it where they are missing. */
  public static void write(MachineCosts costs, Path file) {
    var text = new StringBuilder();
    text.append(
        "# What communication costs here, measured by weft calibrate. Ranks use the file\n");
    text.append("# of rank 0. Without it they use typical figures. 1 gigabyte is 10^9 bytes.\n");
    text.append(line(REDUCTION, costs.reductionGigabytesPerSecond()));
    for (var place : LinkClass.values()) {
      var link = costs.measured().get(place);
      if (link != null) {
        text.append(line(name(place) + LATENCY, link.latencyMicros()));
        text.append(line(name(place) + RATE, link.gigabytesPerSecond()));
      }
    }
    costs.predictions().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> text.append(line(entry.getKey(), entry.getValue())));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(String name, double value) {
    return name + ": " + value + "\n";
  }

  private static String name(LinkClass place) {
    return place.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Double> numbers(Path file) {
    var numbers = new HashMap<String, Double>();
    var lines = BoundedFile.writtenLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(colon, 0)).strip();
      if (numbers.containsKey(name)) {
        throw unusable("%s, line %d: %s is there twice".formatted(file, i + 1, name));
      }
      try {
        numbers.put(name, Double.valueOf(line.substring(colon + 1).strip()));
      } catch (NumberFormatException e) {
        throw unusable("%s, line %d: '%s' is not 'name: number'".formatted(file, i + 1, line));
      }
    }
    return numbers;
  }

  private static double taken(Map<String, Double> numbers, String name, Path file) {
    var value = numbers.remove(name);
    if (value == null) {
      throw unusable("%s lacks %s".formatted(file, name));
    }
    return value;
  }

  private static IllegalArgumentException unusable(String why) {
    return new IllegalArgumentException(
        why + "; delete the file, or write it anew with weft calibrate");
  }
}
