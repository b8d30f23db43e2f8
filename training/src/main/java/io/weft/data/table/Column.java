package io.weft.data.table;

import io.weft.data.DataException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the cells of a column are, found out one by one. */
final class Column {
  /** More are names of their lines rather than of something that lines share. */
  static final int WORDS_MAX = 64;

  private static final Set<String> GAPS = Set.of("", "na", "n/a", "nan", "null", "?");

  private final Path path;
  private final String name;
  private final Words words = new Words(WORDS_MAX);
  private long numbers;
  private Optional<Words.Seen> firstNumber = Optional.empty();
  private Optional<Words.Seen> firstWord = Optional.empty();
  private Optional<Words.Seen> firstGap = Optional.empty();

  /** Whether all numbers are whole. */
  private boolean whole = true;

  Column(Path path, String name) {
    this.path = path;
    this.name = name;
  }

  String name() {
    return name;
  }

  Words words() {
    return words;
  }

  boolean isWhole() {
    return whole && numbers > 0;
  }

  boolean hasWords() {
    return firstWord.isPresent();
  }

  boolean hasNumbers() {
    return numbers > 0;
  }

  Optional<Words.Seen> firstGap() {
    return firstGap;
  }

  static boolean isGap(String cell) {
    return cell.length() <= 4 && GAPS.contains(cell.toLowerCase(Locale.ROOT));
  }

  /** Whether it is written as a number: 1, −2.5, 3e4, and not as Java has more of them. */
  static boolean isNumber(String cell) {
    if (cell.isEmpty() || "0123456789.".indexOf(cell.charAt(cell.length() - 1)) < 0) {
      return false;
    }
    try {
      return Double.isFinite(Double.parseDouble(cell))
          && cell.toLowerCase(Locale.ROOT).indexOf('x') < 0;
    } catch (NumberFormatException _) {
      return false;
    }
  }

  /** The number of a cell; of a word that of the word; of a gap none. */
  float add(String cell, long line) {
    if (isGap(cell)) {
      firstGap = firstGap.or(() -> Optional.of(new Words.Seen(cell, line)));
      return Float.NaN;
    }
    if (!isNumber(cell)) {
      firstWord = firstWord.or(() -> Optional.of(new Words.Seen(cell, line)));
      return words.number(cell, line);
    }
    float value = Float.parseFloat(cell);
    if (Float.isInfinite(value)) {
      throw new DataException(
          "line %d of %s has %s in column %s: no number may be above %s"
              .formatted(line, path, cell, name, "3.4e38"));
    }
    if (numbers++ == 0) {
      firstNumber = Optional.of(new Words.Seen(cell, line));
    }
    whole &= value == Math.rint(value);
    return value;
  }

  /** Refuses a column that has numbers and words. */
  void requireOneKind() {
    if (firstNumber.isPresent() && firstWord.isPresent()) {
      throw new DataException(
          "line %d of %s has '%s' in column %s, where line %d has a number: correct it, %s"
              .formatted(
                  firstWord.get().line(),
                  path,
                  shown(firstWord.get().text()),
                  name,
                  firstNumber.get().line(),
                  "or leave the column out with --ignore"));
    }
  }

  /** Refuses a column that has words. */
  void requireNumbers() {
    requireOneKind();
    firstWord.ifPresent(
        word -> {
          throw new DataException(
              "line %d of %s has '%s' in column %s, which must have numbers"
                  .formatted(word.line(), path, shown(word.text()), name));
        });
  }

  /** Refuses a column of too many different words. */
  void requireFewWords() {
    if (words.full()) {
      throw new DataException(
          "column %s of %s has more than %d different words, such as '%s' in line %d: %s"
              .formatted(
                  name,
                  path,
                  WORDS_MAX,
                  shown(words.seen().getFirst().text()),
                  words.seen().getFirst().line(),
                  "leave it out with --ignore"));
    }
  }

  /** Refuses a column with gaps. */
  void requireNoGaps() {
    firstGap.ifPresent(
        gap -> {
          throw new DataException(
              "line %d of %s has no value in column %s%s: fill it, or give --missing mean or drop"
                  .formatted(
                      gap.line(),
                      path,
                      name,
                      gap.text().isEmpty() ? "" : " ('%s')".formatted(gap.text())));
        });
  }

  /** Not all of a cell that is as long as a page. */
  static String shown(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
