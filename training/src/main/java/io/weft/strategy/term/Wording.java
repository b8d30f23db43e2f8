package io.weft.strategy.term;

import static java.util.Objects.requireNonNullElse;

import java.math.BigDecimal;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences with places for values.
 *
 * <ul>
 *   <li>{@code {bits}} becomes the value: {@code 4}
 *   <li>{@code {staleness step}} becomes the value with its noun: {@code 1 step}, {@code 3 steps}
 *   <li>{@code {density %}} becomes a percentage: {@code 1 %}
 *   <li>{@code {bucket?each tensor:each # of gradients}} becomes the first text where the value is
 *       zero, else the second, with the value in place of {@code #}, or what it means if it is a
 *       word
 * </ul>
 *
 * <p>Where no values are known, the names stand in their places: {@code <staleness> steps}.
 */
final class Wording {
  private static final Pattern PLACE =
      Pattern.compile("\\{([a-z-]+)(?: ([a-z]+|%)|\\?([^:}]*):([^}]*))?}");

  private Wording() {}

  static String withNames(String sentence) {
    return PLACE.matcher(sentence).replaceAll(place -> Matcher.quoteReplacement(named(place)));
  }

  private static String named(MatchResult place) {
    String name = "<" + place.group(1) + ">";
    if (place.group(4) != null) {
      return place.group(4).replace("#", name);
    }
    String noun = requireNonNullElse(place.group(2), "");
    return noun.isEmpty() || noun.equals("%") ? name : name + " " + noun + "s";
  }

  static String withValues(String sentence, Term term) {
    return PLACE
        .matcher(sentence)
        .replaceAll(place -> Matcher.quoteReplacement(filled(place, term)));
  }

  private static String filled(MatchResult place, Term term) {
    var value = term.value(place.group(1));
    String text = value.text();
    if (place.group(4) != null) {
      boolean zero = value instanceof Value.Size(long bytes) && bytes == 0;
      String shown = value instanceof Term word ? word.meaning() : text;
      return zero ? place.group(3) : place.group(4).replace("#", shown);
    }
    return switch (requireNonNullElse(place.group(2), "")) {
      case "" -> text;
      case "%" -> percent(text) + " %";
      case String noun -> text + " " + noun + (text.equals("1") ? "" : "s");
    };
  }

  private static String percent(String share) {
    return new BigDecimal(share).movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
