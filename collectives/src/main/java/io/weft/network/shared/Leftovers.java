package io.weft.network.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that processes which were killed have left in a folder. */
public final class Leftovers {
  private Leftovers() {}

  /**
   * Removes those of dead processes of the same user; what cannot be removed stays.
   *
   * @return those removed
   */
  public static List<Path> remove(Path folder) throws IOException {
    var observer = ProcessMark.ofThis();
    var removed = new ArrayList<Path>();
    try (var files = Files.newDirectoryStream(folder, "weft-*")) {
      for (var file : files) {
        boolean dead =
            ProcessMark.in(file.getFileName().toString())
                .map(mark -> mark.isDead(observer))
                .orElse(false);
        if (dead && isOwn(file) && Files.deleteIfExists(file)) {
          removed.add(file);
        }
      }
    }
    return removed;
  }

  private static boolean isOwn(Path file) throws IOException {
    try {
      return owner(file).equals(owner(Path.of("/proc/self/stat")));
    } catch (IOException e) {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
      return false; // another rank that starts now was quicker
    }
  }

  private static Object owner(Path file) throws IOException {
    return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
