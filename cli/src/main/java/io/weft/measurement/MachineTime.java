package io.weft.measurement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What all cores of this machine have done together, for processes and for interrupts. */
final class MachineTime {
  private static final Path STATISTICS = Path.of("/proc/stat");

  /** Linux counts in these units for programs, whatever its own are. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private MachineTime() {}

  /** Whether the system tells: some that only look like Linux always say 0. */
  static boolean isKnown() {
    return Files.isReadable(STATISTICS) && busyNanos() > 0;
  }

  static long busyNanos() {
    try (var lines = Files.lines(STATISTICS)) {
      return busyNanos(lines.findFirst().orElse(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Of a line such as {@code cpu 46 0 134 1347 0 0 80 0}: user, nice, system, idle, waiting, and
   * interrupts of two kinds; what follows was spent on other machines or is counted already.
   */
  static long busyNanos(String line) {
    var words = line.strip().split(" +", -1);
    if (words.length < 8 || !words[0].equals("cpu")) {
      throw new IllegalStateException("%s begins with '%s'".formatted(STATISTICS, line));
    }
    long ticks = 0;
    for (int at : new int[] {1, 2, 3, 6, 7}) {
      ticks += Long.parseLong(words[at]);
    }
    return ticks * TICK_NANOS;
  }
}
