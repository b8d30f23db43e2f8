package io.weft.recorder;

import java.util.List;
import java.util.stream.Collectors;

/** An object of JSON on one line, put together field by field. */
final class JsonObject {
  private final StringBuilder text = new StringBuilder("{");

  JsonObject put(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  JsonObject put(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  JsonObject put(String name, List<Integer> values) {
    name(name);
    text.append(values.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
    return this;
  }

  private void name(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    quote(name);
    text.append(':');
  }

  /** Whatever is not printable ASCII is written as its code, lone surrogates included. */
  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      if (letter == '"' || letter == '\\') {
        text.append('\\').append(letter);
      } else if (letter < ' ' || letter > '~') {
        text.append("\\u%04x".formatted((int) letter));
      } else {
        text.append(letter);
      }
    }
    text.append('"');
  }

  @Override
  public String toString() {
    return text + "}";
  }
}
