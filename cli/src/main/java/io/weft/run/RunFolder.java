package io.weft.run;

import io.weft.launch.LogFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * All that a run leaves behind: {@code config.yaml}, {@code rank-N.log}, {@code metrics.jsonl},
 * {@code trace.json} and {@code checkpoints/step-N}.
 */
public record RunFolder(Path path) {
  /** Where runs are that nobody has put elsewhere. */
  public static final Path RUNS = Path.of("runs");

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
  private static final Pattern LOG = Pattern.compile("rank-\\d+\\.log");
  private static final String CHECKPOINTS = "checkpoints";

  /** Makes a new one: {@code 20260131-235959-gpt-nano}, or with {@code -2} if that is taken. */
  public static RunFolder create(Path parent, LocalDateTime now, String name) throws IOException {
    return new RunFolder(LogFolder.create(parent, TIME.format(now) + "-" + name));
  }

  /** The one that was begun last, of those in a folder that have a checkpoint. */
  public static Optional<RunFolder> newest(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return Optional.empty();
    }
    try (var entries = Files.list(parent)) {
      return entries
          .map(RunFolder::new)
          .filter(RunFolder::hasCheckpoints)
          .max(Comparator.comparing(run -> run.path.getFileName().toString()));
    }
  }

  /** Whether it has any, damaged or not. */
  public boolean hasCheckpoints() {
    var folder = path.resolve(CHECKPOINTS).toFile().list();
    return folder != null && folder.length > 0;
  }

  /** Puts logs that are there aside, as {@code rank-0.log.1}, where others would replace them. */
  public void keepLogs() throws IOException {
    try (var entries = Files.list(path)) {
      for (var log :
          entries.filter(it -> LOG.matcher(it.getFileName().toString()).matches()).toList()) {
        int number = 1;
        while (Files.exists(log.resolveSibling(log.getFileName() + "." + number))) {
          number++;
        }
        Files.move(log, log.resolveSibling(log.getFileName() + "." + number));
      }
    }
  }

  /** Removes the folder if no run has left anything in it but settings and logs. */
  public void removeIfNothing() throws IOException {
    List<Path> found;
    try (var entries = Files.list(path)) {
      found = entries.toList();
    }
    var settings = Set.of(config().getFileName().toString(), RunLock.FILE);
    boolean nothing =
        found.stream()
            .map(file -> file.getFileName().toString())
            .allMatch(name -> settings.contains(name) || LOG.matcher(name).matches());
    if (nothing) {
      for (var file : found) {
        Files.delete(file);
      }
      Files.delete(path);
    }
  }

  public Path config() {
    return path.resolve("config.yaml");
  }

  public Path metrics() {
    return path.resolve("metrics.jsonl");
  }

  public Path trace() {
    return path.resolve("trace.json");
  }
}
