package io.weft.engine;

import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole, or as it was before. */
final class WholeFile {
  private WholeFile() {}

  static void write(Path file, byte[] bytes) throws IOException {
    var target = file.toAbsolutePath();
    var temporary = target.resolveSibling(target.getFileName() + ".writing");
    try {
      Files.createDirectories(target.getParent());
      Files.write(temporary, bytes);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(temporary, e);
      throw new IOException("%s cannot be written: %s".formatted(file, FileTrouble.reason(e)), e);
    }
  }

  private static void delete(Path temporary, IOException cause) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
