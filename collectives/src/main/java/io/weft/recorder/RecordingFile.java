package io.weft.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Properties;

/**
 * The file of one rank: JSON Lines, first about the rank and its failure, then an operation each.
 */
final class RecordingFile {
  /** What the first field of a recording says, followed by the version of the format. */
  private static final String FORMAT = "weft-operations-1";

  /** Ranks of one process, or several worlds after one another, may want the same name. */
  private static final int SAME_NAME_MOST = 1000;

  private RecordingFile() {}

  static String header(int rank, int ranks, Instant started, Throwable failure) {
    return new JsonObject()
        .put("recording", FORMAT)
        .put("rank", rank)
        .put("ranks", ranks)
        .put("host", host())
        .put("pid", ProcessHandle.current().pid())
        .put("version", version())
        .put("started", started.toString())
        .put("failure", failure.getClass().getSimpleName() + ": " + failure.getMessage())
        .toString();
  }

  /** Writes a new file into the folder, which is made if need be. */
  static Path write(Path folder, int rank, List<String> lines) throws IOException {
    Files.createDirectories(folder);
    var name = "weft-operations-rank%d-%d".formatted(rank, ProcessHandle.current().pid());
    for (int copy = 1; copy <= SAME_NAME_MOST; copy++) {
      var file = folder.resolve(name + (copy == 1 ? "" : "-" + copy) + ".jsonl");
      try {
        return Files.write(file, lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        // Taken: the next name is tried.
      }
    }
    throw new FileAlreadyExistsException(
        folder.resolve(name).toString(), null, "there are a thousand of that name: delete some");
  }

  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      // Not Linux: shells know it too.
      return System.getenv().getOrDefault("HOSTNAME", "unknown");
    }
  }

  private static String version() {
    var resource = "/META-INF/maven/io.weft/weft-collectives/pom.properties";
    try (InputStream stream = RecordingFile.class.getResourceAsStream(resource)) {
      if (stream == null) {
        return "unknown"; // not started from a jar
      }
      var properties = new Properties();
      properties.load(stream);
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown"; // a recording without a version is better than none
    }
  }
}
