package io.weft.command;

import java.nio.file.Path;
import java.util.Optional;

/** The folder with the sources of the program that runs. */
final class ThisProject {
  private ThisProject() {}

  /** Empty if the script {@code weft}, which builds into a folder of it, did not start us. */
  static Optional<Path> root() {
    return Optional.ofNullable(System.getProperty("weft.build.folder"))
        .map(folder -> Path.of(folder).toAbsolutePath().getParent())
        .map(Path::getParent);
  }
}
