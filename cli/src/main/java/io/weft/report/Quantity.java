package io.weft.report;

import java.util.Locale;
import java.util.OptionalDouble;

/** Times and sizes for people, three digits or so. */
public final class Quantity {
  private Quantity() {}

  public static String seconds(double seconds) {
    if (seconds < 1e-3) {
      return String.format(Locale.ROOT, "%.1f µs", seconds * 1e6);
    }
    return seconds < 1
        ? String.format(Locale.ROOT, "%.2f ms", seconds * 1e3)
        : String.format(Locale.ROOT, "%.2f s", seconds);
  }

  /** A part of a whole in percent; a dash if there is none. */
  public static String part(OptionalDouble part) {
    return part.isPresent() ? String.format(Locale.ROOT, "%.0f %%", 100 * part.getAsDouble()) : "–";
  }

  public static String bytes(double bytes) {
    if (bytes < 1 << 10) {
      return String.format(Locale.ROOT, "%.0f B", bytes);
    }
    if (bytes < 1 << 20) {
      return String.format(Locale.ROOT, "%.1f KB", bytes / (1 << 10));
    }
    return bytes < 1 << 30
        ? String.format(Locale.ROOT, "%.1f MB", bytes / (1 << 20))
        : String.format(Locale.ROOT, "%.1f GB", bytes / (1 << 30));
  }
}
