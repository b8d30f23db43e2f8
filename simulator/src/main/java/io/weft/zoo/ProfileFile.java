package io.weft.zoo;

import io.weft.cluster.Amount;
import io.weft.file.BoundedFile;
import io.weft.model.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A measured network as a file: YAML of the plainest kind.
 *
 * <pre>
 * model: mlp
 * batch: 64
 * step: 48.1 ms                      # forward and backward
 * processors: 47.5 ms                # of it, where it was measured
 * update: 3.2 ms                     # of all parameters, likewise
 * stage 0: 5.2 ms, 9.9 ms            # forward, backward
 * parameter weight: 2560 x 1024, 0   # shape, and the stages that use it
 * </pre>
 */
public final class ProfileFile {
  private static final String STAGE = "stage ";
  private static final String PARAMETER = "parameter ";

  /** Of one parameter: so many that their bytes are counted without overflow. */
  private static final long ELEMENTS_MAX = 1_000_000_000_000L;

  /** Eleven days. */
  private static final double SECONDS_MAX = 1e6;

  private final String place;
  private String model = "";
  private int batch;
  private OptionalDouble step = OptionalDouble.empty();
  private double processors;
  private double update;
  private final List<Double> forward = new ArrayList<>();
  private final List<Double> backward = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();

  private ProfileFile(String place) {
    this.place = place;
  }

  /** Writes what {@link #read} reads. */
  public static void write(Profile profile, Path file) throws IOException {
    var lines = new ArrayList<String>();
    lines.add("# Measured by weft profile; for weft simulate --model FILE and weft plan.");
    lines.add("model: " + profile.name());
    lines.add("batch: " + profile.batch());
    var measured = profile.measured().orElseThrow();
    lines.add("step: " + millis(measured.seconds()));
    lines.add("processors: " + millis(measured.coreSeconds()));
    lines.add("update: " + millis(measured.updateSeconds()));
    for (int stage = 0; stage < profile.stages(); stage++) {
      double ahead = profile.forward().get(stage);
      double back = profile.backward().get(stage);
      lines.add("%s%d: %s, %s".formatted(STAGE, stage, millis(ahead), millis(back)));
    }
    for (var parameter : profile.parameters()) {
      lines.add(
          "%s%s: %s, %s"
              .formatted(
                  PARAMETER,
                  parameter.name(),
                  joined(parameter.shape(), " x "),
                  joined(parameter.stages(), " ")));
    }
    Files.write(file, lines);
  }

  private static String millis(double seconds) {
    return String.format(Locale.ROOT, "%.6f ms", seconds * 1e3);
  }

  private static String joined(List<?> numbers, String between) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(between));
  }

  /**
   * Reads a measured network.
   *
   * @throws IllegalArgumentException naming the line that cannot be understood, or what is missing
   */
  public static Profile read(Path file) {
    return parse(file.toString(), BoundedFile.writtenLines(file));
  }

  static Profile parse(String place, List<String> lines) {
    var file = new ProfileFile(place);
    for (int at = 0; at < lines.size(); at++) {
      var line = lines.get(at).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        file.take(line, "%s, line %d".formatted(place, at + 1));
      }
    }
    return file.profile();
  }

  private void take(String line, String where) {
    int colon = line.lastIndexOf(": ");
    var key = line.substring(0, Math.max(colon, 0)).strip();
    var value = line.substring(colon + 1).strip();
    try {
      if (key.equals("model")) {
        model = value;
      } else if (key.equals("batch")) {
        batch = Integer.parseInt(value);
      } else if (key.equals("step")) {
        step = OptionalDouble.of(seconds(value));
      } else if (key.equals("processors")) {
        processors = seconds(value);
      } else if (key.equals("update")) {
        update = seconds(value);
      } else if (key.equals(STAGE + forward.size())) {
        takeStage(value.split(",", -1));
      } else if (key.startsWith(PARAMETER)) {
        takeParameter(key.substring(PARAMETER.length()), value.split(",", -1));
      } else {
        throw new IllegalArgumentException(
            "model, batch, step, processors, update, parameter NAME or stage %d must come here"
                .formatted(forward.size()));
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: '%s' cannot be understood: %s".formatted(where, line, e.getMessage()), e);
    }
  }

  private void takeStage(String[] times) {
    if (times.length != 2) {
      throw new IllegalArgumentException("write the times of forward and backward");
    }
    forward.add(seconds(times[0]));
    backward.add(seconds(times[1]));
  }

  private static double seconds(String text) {
    double seconds = Amount.time(text);
    if (seconds > SECONDS_MAX) {
      throw new IllegalArgumentException(
          "%s s is more than the %s s that a step may take".formatted(seconds, SECONDS_MAX));
    }
    return seconds;
  }

  private void takeParameter(String name, String[] parts) {
    if (parts.length != 2) {
      throw new IllegalArgumentException("write a shape and the stages that use it");
    }
    var shape = Arrays.stream(parts[0].split("x", -1)).map(it -> Long.valueOf(it.strip())).toList();
    var stages = Arrays.stream(parts[1].strip().split(" +", -1)).map(Integer::valueOf).toList();
    var parameter = new Parameter(name, shape, stages, true);
    requireCount(parameter);
    parameters.add(parameter);
  }

  private static void requireCount(Parameter parameter) {
    double count =
        parameter.shape().stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
    if (count > ELEMENTS_MAX) {
      throw new IllegalArgumentException(
          "it has %.3g numbers, and up to %d can be predicted".formatted(count, ELEMENTS_MAX));
    }
  }

  private Profile profile() {
    if (model.isEmpty() || batch < 1 || step.isEmpty() || forward.isEmpty()) {
      throw new IllegalArgumentException(
          "%s lacks model, batch, step or stage 0: write it anew by weft profile".formatted(place));
    }
    var times = new StepTimes(step.getAsDouble(), processors, update);
    return new Profile(model, batch, forward, backward, parameters, Optional.of(times));
  }
}
