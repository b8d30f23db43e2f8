package io.weft.model;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of parameters, as in {@code *.bias}.
 *
 * @param text in which {@code *} stands for any characters and {@code ?} for one
 */
public record NamePattern(String text) {
  /** So many names of parameters are in a sentence. */
  private static final int NAMES_MOST = 4;

  public NamePattern {
    if (text.isBlank() || text.contains(",")) {
      throw new IllegalArgumentException(
          "pattern \"%s\": it needs a character, and no comma".formatted(text));
    }
  }

  /** Reads patterns with commas between. */
  public static List<NamePattern> parse(String text) {
    return Stream.of(text.split(",", -1)).map(part -> new NamePattern(part.strip())).toList();
  }

  public boolean matches(String name) {
    return Pattern.compile(expression()).matcher(name).matches();
  }

  private String expression() {
    return text.chars()
        .mapToObj(it -> it == '*' ? ".*" : it == '?' ? "." : Pattern.quote(Character.toString(it)))
        .collect(Collectors.joining());
  }

  /** The first few names, for a sentence. */
  public static String some(List<Parameter> parameters) {
    var names = parameters.stream().map(Parameter::name).limit(NAMES_MOST).toList();
    int others = parameters.size() - names.size();
    return String.join(", ", names) + (others > 0 ? " and %d more".formatted(others) : "");
  }
}
