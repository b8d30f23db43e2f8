package io.weft.cli;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An amount of memory or data as it is written on a command line: {@code 4MB}; 1 KB = 1024 B. */
public record ByteSize(long bytes) {
  private static final Pattern WRITTEN = Pattern.compile("(\\d+(?:\\.\\d+)?)(B|KB|MB|GB)?");

  public ByteSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size of " + bytes + " bytes: it must not be negative");
    }
  }

  /** Reads {@code 512}, {@code 512B}, {@code 16KB}, {@code 1.5MB}, {@code 2GB}. */
  public static ByteSize parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          ("'%s' is not a size: write a number of bytes, or one and KB, MB or GB, as in 4MB"
                  + " (1 KB = 1024 B)")
              .formatted(text));
    }
    var unit = BigDecimal.valueOf(unit(matcher.group(2)).bytes);
    try {
      return new ByteSize(new BigDecimal(matcher.group(1)).multiply(unit).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number of bytes below 2^63: write a smaller or rounder size"
              .formatted(text),
          e);
    }
  }

  /** Bytes where nothing is written. */
  private static Unit unit(@Nullable String written) {
    return written == null ? Unit.B : Unit.valueOf(written);
  }

  /** The shortest exact form: {@code 4MB}, {@code 1536KB}. */
  @Override
  public String toString() {
    Unit unit = Unit.B;
    for (Unit larger : Unit.values()) {
      if (bytes > 0 && bytes % larger.bytes == 0) {
        unit = larger;
      }
    }
    return bytes / unit.bytes + unit.name();
  }

  private enum Unit {
    B(1L),
    KB(1L << 10),
    MB(1L << 20),
    GB(1L << 30);

    private final long bytes;

    Unit(long bytes) {
      this.bytes = bytes;
    }
  }
}
