package io.weft.run;

import io.weft.file.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A file of what runs came to, a line of fields between tabs for each, to which runs add: a
 * comparison that was cut short goes on where it was.
 */
public final class RunTable {
  private static final List<String> HEAD =
      List.of("job", "ranks", "loss", "wire_bytes_per_rank_per_step", "seconds", "validation");

  /** Of an older table, which has no validation. */
  private static final List<String> HEAD_BEFORE = HEAD.subList(0, HEAD.size() - 1);

  private final Path file;
  private final List<List<String>> rows = new ArrayList<>();

  private RunTable(Path file) {
    this.file = file;
  }

  /** The file, which may not be there yet. */
  public static RunTable open(Path file) throws IOException {
    var table = new RunTable(file);
    if (!Files.exists(file)) {
      Files.writeString(file, String.join("\t", HEAD) + "\n");
      return table;
    }
    var lines = BoundedFile.writtenLines(file);
    if (lines.isEmpty() || !List.of(HEAD, HEAD_BEFORE).contains(fields(lines.getFirst()))) {
      throw new IllegalArgumentException(
          "%s: its first line is not \"%s\", so it is no table of runs: name another file"
              .formatted(file, String.join(" ", HEAD)));
    }
    lines.stream()
        .skip(1)
        .map(RunTable::fields)
        .filter(RunTable::isWhole) // the last one may be cut short
        .forEach(table.rows::add);
    return table;
  }

  private static boolean isWhole(List<String> row) {
    return row.size() == HEAD.size() || row.size() == HEAD_BEFORE.size();
  }

  private static List<String> fields(String line) {
    return List.of(line.split("\t", -1));
  }

  /** What a job came to, if it was run. */
  public Optional<ThreadedRun.Outcome> find(TrainingJob job, int ranks) {
    return rows.stream()
        .filter(row -> row.get(0).equals(job.description()))
        .filter(row -> row.get(1).equals(Integer.toString(ranks)))
        .findFirst()
        .map(this::outcome);
  }

  private ThreadedRun.Outcome outcome(List<String> row) {
    try {
      return new ThreadedRun.Outcome(
          Double.parseDouble(row.get(2)),
          Long.parseLong(row.get(3)),
          Double.parseDouble(row.get(4)),
          row.size() == HEAD.size() ? figures(row.getLast()) : Map.of());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s has no numbers in the line '%s': delete it".formatted(file, String.join(" ", row)),
          e);
    }
  }

  /** As {@link #words} writes them. */
  private static Map<String, Double> figures(String words) {
    var figures = new LinkedHashMap<String, Double>();
    for (var each : words.isEmpty() ? new String[0] : words.split(" ", -1)) {
      int equals = each.indexOf('=');
      figures.put(
          each.substring(0, Math.max(0, equals)), Double.parseDouble(each.substring(equals + 1)));
    }
    return figures;
  }

  /** As in {@code loss=0.5 accuracy=0.9}. */
  private static String words(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Adds a line. */
  public void add(TrainingJob job, int ranks, ThreadedRun.Outcome outcome) throws IOException {
    var row =
        List.of(
            job.description(),
            Integer.toString(ranks),
            Double.toString(outcome.loss()),
            Long.toString(outcome.wireBytes()),
            Double.toString(outcome.seconds()),
            words(outcome.validation()));
    rows.add(row);
    Files.writeString(file, String.join("\t", row) + "\n", StandardOpenOption.APPEND);
  }
}
