package io.weft.strategy.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class ParserTest {
  @Test
  void a_line_is_terms_joined_by_plus() {
    assertThat(Parser.parse("dear+top-k + ring"))
        .extracting(Written.Term::name, Written.Term::column)
        .containsExactly(tuple("dear", 1), tuple("top-k", 6), tuple("ring", 14));
  }

  @Test
  void arguments_are_numbers_sizes_and_terms_with_or_without_a_name() {
    var arguments = Parser.parse("a( 25MB , b , x-1 = 2.5e-3 )").getFirst().arguments();
    assertThat(arguments)
        .containsExactly(
            new Written.Argument(null, new Written.Size("25MB", 25L << 20, 4), 4),
            new Written.Argument(null, new Written.Term("b", List.of(), 11), 11),
            new Written.Argument(
                "x-1", new Written.Numeral("2.5e-3", new BigDecimal("2.5e-3"), 21), 15));
  }

  @Test
  void empty_brackets_are_no_arguments() {
    assertThat(Parser.parse("bsp( )")).isEqualTo(Parser.parse("bsp"));
  }

  @ParameterizedTest
  @CsvSource({"0B,0", "1B,1", "1KB,1024", "1.5KB,1536", "2e3B,2000", "3GB,3221225472"})
  void sizes_count_in_powers_of_1024(String text, long bytes) {
    assertThat(Parser.parse("a(" + text + ")").getFirst().arguments().getFirst().value())
        .isEqualTo(new Written.Size(text, bytes, 3));
  }

  @Test
  void what_a_tree_prints_is_read_back_as_that_tree() {
    Trials.forAll(
        draw -> {
          String line = strategy(draw);
          String spaced = line.replaceAll("([(),=+])", " ".repeat(draw.between(0, 2)) + "$1\t");
          assertThat(print(Parser.parse(spaced))).isEqualTo(line);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|1|expected a name, found the end of the line",
        "dear +|7|expected a name, found the end of the line",
        "+ dear|1|expected a name, found \"+\"",
        "dear top-k|6|expected \"+\" or the end of the line, found \"top-k\"",
        "dear)|5|expected \"+\" or the end of the line, found \")\"",
        "dear(|6|expected a value, found the end of the line",
        "dear(1MB|9|expected \",\" or \")\", found the end of the line",
        "dear(1MB 2|10|expected \",\" or \")\", found \"2\"",
        "dear(bucket=)|13|expected a value, found \")\"",
        "dear(1MB,)|10|expected a value, found \")\"",
        "25MB|1|expected a name, found \"25MB\"",
        "dear(25mb)|8|expected one of the units B, KB, MB, GB, found \"mb\"",
        "dear(25 MB)|9|expected a name in lower-case letters, digits and \"-\", found \"MB\"",
        "DeAR|1|expected a name in lower-case letters, digits and \"-\", found \"DeAR\"",
        "local_sgd|6|expected a name in lower-case letters, digits and \"-\", found \"_sgd\"",
        "top-k(-1)|7|expected a name, a number or one of ( ) + , =, found \"-\"",
        "top-k(.5)|7|expected a name, a number or one of ( ) + , =, found \".\"",
        "dear(0.3B)|6|expected a whole number of bytes below 8e9GB, found \"0.3B\"",
        "dear(9e9GB)|6|expected a whole number of bytes below 8e9GB, found \"9e9GB\"",
        "top-k(1e309)|7|expected a number below 1.8e308, found a larger one",
        "top-k(1e99999999999)|7|expected a number below 1.8e308, found a larger one",
      })
  void a_syntax_error_shows_the_line_a_caret_and_what_was_expected(
      String line, int column, String expected) {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Parser.parse(line))
        .withMessage(
            "%s at column %d:%n  %s%n  %s^", expected, column, line, " ".repeat(column - 1));
  }

  @Test
  void control_characters_are_not_echoed() {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Parser.parse("dear\u001b[31m"))
        .withMessageContaining("found \"?\" at column 5")
        .withMessageNotContaining("\u001b");
  }

  @Test
  void lines_have_a_greatest_length() {
    var longest = "a".repeat(Tokeniser.LINE_LENGTH_MAX);
    assertThat(Parser.parse(longest)).hasSize(1);
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Parser.parse(longest + "a"))
        .withMessage("a strategy line has at most 2000 characters, and this one has 2001");
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 600})
  void terms_have_a_greatest_depth(int depth) {
    assertThat(Parser.parse(nest(Parser.DEPTH_MAX))).hasSize(1);
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Parser.parse(nest(depth)))
        .withMessageStartingWith("terms nested more than 16 deep at column 33:");
  }

  private static String nest(int depth) {
    return "a(".repeat(depth - 1) + "a" + ")".repeat(depth - 1);
  }

  private static String strategy(Draw draw) {
    return IntStream.rangeClosed(0, draw.between(0, 3))
        .mapToObj(_ -> term(draw, 3))
        .collect(Collectors.joining("+"));
  }

  private static String term(Draw draw, int depth) {
    String name = List.of("a", "top-k", "x9", "int8-", "b-c-d").get(draw.between(0, 4));
    int count = depth == 0 ? 0 : draw.between(0, 3);
    return count == 0
        ? name
        : IntStream.range(0, count)
            .mapToObj(_ -> argument(draw, depth))
            .collect(Collectors.joining(",", name + "(", ")"));
  }

  private static String argument(Draw draw, int depth) {
    String name = draw.between(0, 1) == 0 ? "" : "n" + draw.between(0, 9) + "=";
    return name
        + switch (draw.between(0, 3)) {
          case 0 -> draw.between(0, 1_000);
          case 1 -> draw.between(0, 99) + "." + draw.between(0, 99) + "e-" + draw.between(0, 9);
          case 2 -> draw.between(0, 99) + List.of("B", "KB", "MB", "GB").get(draw.between(0, 3));
          default -> term(draw, depth - 1);
        };
  }

  private static String print(List<Written.Term> terms) {
    return terms.stream().map(ParserTest::print).collect(Collectors.joining("+"));
  }

  private static String print(Written written) {
    return switch (written) {
      case Written.Numeral numeral -> numeral.text();
      case Written.Size size -> size.text();
      case Written.Term(var name, var arguments, _) when arguments.isEmpty() -> name;
      case Written.Term(var name, var arguments, _) ->
          arguments.stream()
              .map(it -> (it.name() == null ? "" : it.name() + "=") + print(it.value()))
              .collect(Collectors.joining(",", name + "(", ")"));
    };
  }
}
