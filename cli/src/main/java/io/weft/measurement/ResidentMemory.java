package io.weft.measurement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory of the machine this process occupies. */
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String FIELD = "VmRSS:";

  private ResidentMemory() {}

  /** In bytes; 0 where the system does not say. */
  static long bytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(FIELD))
          .map(line -> line.substring(FIELD.length()).replace("kB", "").strip())
          .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
