package io.weft.checkpoint;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Why something could not be written or read, in words. */
final class DiskTrouble {
  private static final double MEGA = 1e6;
  private static final double KILO = 1e3;

  private DiskTrouble() {}

  /** What the system says, without the names of exceptions. */
  static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException e -> "%s is not there".formatted(e.getFile());
      case AccessDeniedException e -> "no right to use %s".formatted(e.getFile());
      case FileAlreadyExistsException e -> "%s is in the way".formatted(e.getFile());
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> Optional.ofNullable(cause.getMessage()).orElse("the disk gave no reason");
    };
  }

  /** How much is needed and how much there is; only the first where nobody knows. */
  static String space(Path folder, long needed) {
    var free = free(folder);
    return free.isPresent()
        ? "it needs %s and %s are free".formatted(words(needed), words(free.getAsLong()))
        : "it needs " + words(needed);
  }

  private static OptionalLong free(Path folder) {
    try {
      return OptionalLong.of(Files.getFileStore(existing(folder)).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty(); // the disk may be gone, which is why this is asked
    }
  }

  private static Path existing(Path folder) {
    var found = folder.toAbsolutePath();
    while (!Files.exists(found) && found.getParent() != null) {
      found = found.getParent();
    }
    return found;
  }

  private static String words(long bytes) {
    return bytes < MEGA
        ? String.format(Locale.ROOT, "%.1f KB", bytes / KILO)
        : String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
  }
}
