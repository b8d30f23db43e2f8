package io.weft.optimizer;

import io.weft.model.NamePattern;
import io.weft.model.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which parameters an optimizer that scales each by its norm leaves as plain ones: they have the
 * rate itself, and do not decay.
 *
 * @param vectors whether biases, and what normalises, are among them. Their norms say little, and
 *     the authors' own programs leave them out (You et al., 2017 and 2020, in their code and not in
 *     their text)
 * @param patterns of the names of others, in which {@code *} stands for any characters and {@code
 *     ?} for one
 */
public record Exempt(boolean vectors, List<String> patterns) {
  public static final Exempt VECTORS = new Exempt(true, List.of());

  /** None, as the papers are written. */
  public static final Exempt NONE = new Exempt(false, List.of());

  private static final String VECTORS_WORD = "vectors";
  private static final String NONE_WORD = "none";

  public Exempt {
    patterns = patterns.stream().distinct().toList();
    if (patterns.stream().anyMatch(pattern -> pattern.isBlank() || pattern.contains(","))) {
      throw new IllegalArgumentException(
          "patterns %s: each needs a character, and no comma".formatted(patterns));
    }
  }

  /** Reads {@code none}, or {@code vectors} and patterns with commas between. */
  public static Exempt parse(String text) {
    if (text.strip().toLowerCase(Locale.ROOT).equals(NONE_WORD)) {
      return NONE;
    }
    boolean vectors = false;
    var patterns = new ArrayList<String>();
    for (var part : text.split(",", -1)) {
      var word = part.strip();
      var lower = word.toLowerCase(Locale.ROOT);
      if (word.isEmpty() || lower.equals(NONE_WORD)) {
        throw new IllegalArgumentException(
            "exempt \"%s\": give none, or vectors and patterns such as \"vectors,*.bias,norm*\""
                .formatted(text));
      }
      if (lower.equals(VECTORS_WORD)) {
        vectors = true;
      } else {
        patterns.add(word);
      }
    }
    return new Exempt(vectors, patterns);
  }

  /** Refuses patterns that are about no parameter: they are mistaken. */
  void check(List<Parameter> parameters) {
    for (var pattern : patterns) {
      var names = new NamePattern(pattern);
      if (parameters.stream().noneMatch(it -> names.matches(it.name()))) {
        throw new IllegalArgumentException(
            "exempt \"%s\": no parameter has such a name; there are %s"
                .formatted(pattern, NamePattern.some(parameters)));
      }
    }
  }

  /** The parts of a shard that are left plain. */
  Set<Shard.Part> among(Shard shard) {
    var globs = patterns.stream().map(NamePattern::new).toList();
    var plain = new HashSet<Shard.Part>();
    for (var part : shard.parts()) {
      boolean named = globs.stream().anyMatch(glob -> glob.matches(part.name()));
      if (named || (vectors && part.vector())) {
        plain.add(part);
      }
    }
    return plain;
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    if (equals(NONE)) {
      return NONE_WORD;
    }
    var words = new ArrayList<String>();
    if (vectors) {
      words.add(VECTORS_WORD);
    }
    words.addAll(patterns);
    return String.join(",", words);
  }
}
