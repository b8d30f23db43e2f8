package io.weft.network.identity;

import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Environment variables; one that is set to nothing counts as not set. */
record Variables(Map<String, String> map) {
  @Nullable String text(String name) {
    String value = map.get(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  boolean has(String name) {
    return text(name) != null;
  }

  OptionalInt number(String name) {
    String value = text(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of(number(name, value));
  }

  private static int number(String name, String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the sentence that a negative number gets too.
    }
    throw new IllegalArgumentException(
        "%s=%s: give a whole number that is not negative".formatted(name, value));
  }
}
