package io.weft.engine;

import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole, or as it was before. */
final class WholeFile {
  private WholeFile() {}

  /** What is put into a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(Path file) throws IOException;
  }

  static void write(Path file, Content content) throws IOException {
    var target = file.toAbsolutePath();
    var temporary = target.resolveSibling(target.getFileName() + ".writing");
    try {
      Files.createDirectories(target.getParent());
      content.writeTo(temporary);
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
