package io.weft.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tells this machine, since it was started last, from others that share a folder with it. */
public final class ThisMachine {
  private ThisMachine() {}

  private static final Path KERNEL = Path.of("/proc/sys/kernel");

  /** Where process numbers mean the same: on Linux a container is a machine of its own. */
  public static String name() {
    try {
      return Files.readString(KERNEL.resolve("random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return System.getenv().getOrDefault("HOSTNAME", "this machine"); // not Linux
    }
  }

  /** What stays the same when it is started anew; nothing where that is not known. */
  static String host() {
    try {
      return Files.readString(KERNEL.resolve("hostname")).strip()
          + " "
          + Files.readString(Path.of("/etc/machine-id")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
