package io.weft.diagnosis;

import io.weft.report.Quantity;
import java.util.OptionalLong;

/** Memory that is free, and that this process may have. */
final class MemoryCheck {
  private static final long LEAST = 1L << 30;

  private MemoryCheck() {}

  static Finding finding(SystemFiles files, ControlGroup group) {
    var total = bytes(files, "MemTotal:");
    var available = available(files);
    return total.isPresent() && available.isPresent()
        ? judge(total.getAsLong(), available.getAsLong(), group.memoryBytes())
        : Finding.unknown("memory");
  }

  /** What programs can have without swapping; empty where the system does not tell. */
  static OptionalLong available(SystemFiles files) {
    return bytes(files, "MemAvailable:");
  }

  static Finding judge(long total, long available, OptionalLong limit) {
    String found =
        "%s, of which %s are available"
            .formatted(Quantity.bytes((double) total), Quantity.bytes((double) available));
    if (limit.isPresent()) {
      found += ", the control group grants " + Quantity.bytes((double) limit.getAsLong());
    }
    return Math.min(available, limit.orElse(available)) >= LEAST
        ? Finding.ok("memory", found)
        : Finding.warn("memory", found, "end other programs, or grant it more than 1 GB");
  }

  private static OptionalLong bytes(SystemFiles files, String field) {
    return files.lines("proc/meminfo").stream()
        .filter(line -> line.startsWith(field))
        .map(line -> SystemFiles.number(line.substring(field.length()).strip()))
        .flatMapToLong(OptionalLong::stream)
        .map(kilobytes -> kilobytes << 10)
        .findFirst();
  }
}
