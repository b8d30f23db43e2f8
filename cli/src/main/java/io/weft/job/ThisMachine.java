package io.weft.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tells this machine, since it was started last, from others that share a folder with it. */
final class ThisMachine {
  private ThisMachine() {}

  /** Where process numbers mean the same: on Linux a container is a machine of its own. */
  static String name() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return System.getenv().getOrDefault("HOSTNAME", "this machine"); // not Linux
    }
  }
}
