package io.weft.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time as it is written on a command line: {@code 30s}. */
public final class DurationOption {
  private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

  private DurationOption() {}

  /** Reads {@code 100us}, {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}. */
  public static Duration parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a time: write a whole number and us, ms, s, m or h, as in 30s"
              .formatted(text));
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "us" -> Duration.ofNanos(1_000 * count);
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> throw new AssertionError(text);
    };
  }
}
