package io.weft.diagnosis;

import java.util.ArrayList;
import java.util.OptionalLong;

/** How many files and threads the system lets this process have. */
final class ProcessLimits {
  /** A JVM needs a hundred of either; the rest is for the connections to other ranks. */
  private static final long LEAST = 1024;

  private ProcessLimits() {}

  static Finding openFiles(SystemFiles files) {
    var limit = limit(files, "Max open files");
    if (limit.isEmpty()) {
      return Finding.unknown("open files");
    }
    String found = "%s per process".formatted(spoken(limit.getAsLong()));
    return limit.getAsLong() >= LEAST
        ? Finding.ok("open files", found)
        : Finding.warn(
            "open files",
            found + ", and a rank has at least one socket for every other rank",
            "ulimit -n 65536, and raise 'nofile' in /etc/security/limits.conf");
  }

  static Finding threads(SystemFiles files, ControlGroup group) {
    var user = limit(files, "Max processes");
    var granted = group.tasks();
    var parts = new ArrayList<String>();
    user.ifPresent(limit -> parts.add(spoken(limit) + " per user"));
    granted.ifPresent(limit -> parts.add("the control group grants " + limit));
    if (parts.isEmpty()) {
      return Finding.unknown("threads");
    }
    String found = String.join(", ", parts);
    if (granted.isPresent() && granted.getAsLong() < LEAST) {
      return Finding.warn(
          "threads",
          found + ", and a rank has two for every other rank",
          "raise it: --pids-limit of a container, TasksMax of a service");
    }
    return user.isEmpty() || user.getAsLong() >= LEAST
        ? Finding.ok("threads", found)
        : Finding.warn(
            "threads",
            found + ", and a rank has two for every other rank",
            "ulimit -u 65536, and raise 'nproc' in /etc/security/limits.conf");
  }

  /** The soft limit; the longest number where there is none. */
  private static OptionalLong limit(SystemFiles files, String name) {
    for (String line : files.lines("proc/self/limits")) {
      if (line.startsWith(name)) {
        String value = line.substring(name.length()).strip();
        return value.startsWith("unlimited")
            ? OptionalLong.of(Long.MAX_VALUE)
            : SystemFiles.number(value);
      }
    }
    return OptionalLong.empty();
  }

  private static String spoken(long limit) {
    return limit == Long.MAX_VALUE ? "any number" : Long.toString(limit);
  }
}
