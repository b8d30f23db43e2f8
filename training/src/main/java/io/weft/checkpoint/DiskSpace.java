package io.weft.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** How much room a disk has, in words. */
final class DiskSpace {
  private static final double MEGA = 1e6;
  private static final double KILO = 1e3;

  private DiskSpace() {}

  /** How much is needed and how much there is; only the first where nobody knows. */
  static String against(Path folder, long needed) {
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
    if (bytes < KILO) {
      return bytes + " bytes";
    }
    return bytes < MEGA
        ? String.format(Locale.ROOT, "%.1f KB", bytes / KILO)
        : String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
  }
}
