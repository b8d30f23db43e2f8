package io.weft.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine, without asking the network. */
public final class HostName {
  private HostName() {}

  public static String current() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      // Not Linux: shells know it too.
      return System.getenv().getOrDefault("HOSTNAME", "this machine");
    }
  }
}
