package io.weft.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of this process, for readers that want a path. */
public final class Scratch {
  private static final Path FOLDER =
      Path.of("target", "scratch", Long.toString(ProcessHandle.current().pid())).toAbsolutePath();

  private Scratch() {}

  /** A folder, which is made if need be. */
  public static Path folder(String name) throws IOException {
    return Files.createDirectories(FOLDER.resolve(name));
  }

  /** A file that holds these bytes, until the next of that name is made. */
  public static Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder("").resolve(name), bytes);
  }
}
