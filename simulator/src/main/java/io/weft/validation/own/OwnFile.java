package io.weft.validation.own;

import io.weft.file.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Predictions and measurements as lines of five columns that say what was run, and the milliseconds
 * of a step: one line for each prediction, and one for each time that it was run.
 */
public final class OwnFile {
  private static final String HEAD = "model,network,ranks,batch,strategy,step_ms";

  private OwnFile() {}

  /** Writes predictions. */
  public static void write(Map<OwnRun, Double> steps, Path file) throws IOException {
    var lines = new ArrayList<String>();
    lines.add(HEAD);
    steps.forEach(
        (run, seconds) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%d,%s,%.3f",
                    run.model(),
                    run.network(),
                    run.ranks(),
                    run.batch(),
                    run.strategy(),
                    seconds * 1e3)));
    Files.write(file, lines);
  }

  /**
   * Reads either.
   *
   * @throws IllegalArgumentException naming the line that cannot be understood
   */
  public static Map<OwnRun, Repeated> read(Path file) {
    return parse(file.toString(), BoundedFile.writtenLines(file));
  }

  static Map<OwnRun, Repeated> parse(String name, List<String> lines) {
    if (lines.isEmpty() || !lines.getFirst().equals(HEAD)) {
      throw new IllegalArgumentException("%s does not begin with '%s'".formatted(name, HEAD));
    }
    var steps = new LinkedHashMap<OwnRun, List<Double>>();
    for (int at = 1; at < lines.size(); at++) {
      var columns = lines.get(at).split(",", -1);
      try {
        steps
            .computeIfAbsent(run(columns), _ -> new ArrayList<>())
            .add(Double.parseDouble(columns[5]) / 1e3);
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "%s, line %d: '%s' is not %s".formatted(name, at + 1, lines.get(at), HEAD), e);
      }
    }
    var repeated = new LinkedHashMap<OwnRun, Repeated>();
    steps.forEach((run, seconds) -> repeated.put(run, new Repeated(seconds)));
    return repeated;
  }

  private static OwnRun run(String[] columns) {
    return new OwnRun(
        columns[0],
        columns[1],
        Integer.parseInt(columns[2]),
        Integer.parseInt(columns[3]),
        columns[4]);
  }
}
