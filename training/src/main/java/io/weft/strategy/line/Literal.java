package io.weft.strategy.line;

import java.math.BigDecimal;
import java.util.List;

/** Numbers and sizes as the grammar writes them. */
public final class Literal {
  private static final List<String> UNITS = List.of("GB", "MB", "KB", "B");

  private Literal() {}

  /** The shortest text that the grammar reads back as the same number, which is not negative. */
  public static String number(double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "the number " + value + " cannot be written: it must be finite and not negative");
    }
    var exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exponent >= -6 && exponent <= 15) {
      return exact.toPlainString();
    }
    return exact.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  /** A size in the largest unit of which it is a whole multiple: 1536 KB is not 1.5 MB. */
  public static String size(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size of " + bytes + " bytes: it must not be negative");
    }
    for (String unit : UNITS) {
      if (bytes != 0 && bytes % bytesOf(unit) == 0) {
        return bytes / bytesOf(unit) + unit;
      }
    }
    return "0B";
  }

  /** The bytes of a size such as {@code 25MB}, whose form the caller has checked. */
  static long bytes(String size) {
    int digits = size.length();
    while (Character.isUpperCase(size.charAt(digits - 1))) {
      digits--;
    }
    return new BigDecimal(size.substring(0, digits))
        .multiply(BigDecimal.valueOf(bytesOf(size.substring(digits))))
        .longValueExact();
  }

  static boolean isUnit(String text) {
    return UNITS.contains(text);
  }

  private static long bytesOf(String unit) {
    return switch (unit) {
      case "GB" -> 1L << 30;
      case "MB" -> 1L << 20;
      case "KB" -> 1L << 10;
      default -> 1L;
    };
  }
}
