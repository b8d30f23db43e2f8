package io.weft.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Finds a folder for the logs of a job whose user named none. */
public final class LogFolder {
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** Jobs started in the same second, beyond which something is wrong. */
  private static final int SAME_SECOND_MOST = 1000;

  private LogFolder() {}

  /** Makes a new folder {@code run-20260131-235959}, or with {@code -2} if that is taken. */
  public static Path create(Path parent, LocalDateTime now) throws IOException {
    return create(parent, "run-" + NAME.format(now));
  }

  /** Makes a new folder of that name, or with {@code -2} if that is taken. */
  public static Path create(Path parent, String name) throws IOException {
    Files.createDirectories(parent);
    for (int attempt = 1; attempt <= SAME_SECOND_MOST; attempt++) {
      var folder = parent.resolve(attempt == 1 ? name : name + "-" + attempt);
      try {
        return Files.createDirectory(folder);
      } catch (FileAlreadyExistsException taken) {
        // Another job of the same second has it: the next name.
      }
    }
    throw new IOException("%s holds %d folders %s".formatted(parent, SAME_SECOND_MOST, name));
  }
}
