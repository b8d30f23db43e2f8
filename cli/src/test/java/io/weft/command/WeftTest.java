package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.ExitCode;
import io.weft.cli.RecordedTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeftTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  @Test
  void the_version_names_program_jdk_and_system() {
    assertThat(run("--version")).isZero();
    assertThat(recorded.out())
        .matches("weft \\d+\\.\\d+\\.\\d+\\S*( \\(\\S+\\))?\nJDK 25\\S*, .+\n\\S+.* \\S+\n");
  }

  @Test
  void the_version_is_a_json_line_on_demand() {
    assertThat(run("--version", "--json")).isZero();
    assertThat(recorded.outLines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"version\",\"version\":\"")
        .contains("\"jdk_version\":\"25");
  }

  @Test
  void without_a_command_people_are_shown_the_help_and_programs_are_told() {
    assertThat(run()).isZero();
    assertThat(recorded.out()).contains("Usage: weft", "Commands:");
    assertThat(run("--json")).isEqualTo(2);
    assertThat(recorded.err()).isEqualTo("weft: no command given; see weft --help\n");
  }

  @Test
  void help_and_version_are_commands_too() {
    assertThat(run("help", "bench", "train")).isZero();
    assertThat(recorded.out()).contains("Usage: weft bench train");
    assertThat(run("version")).isZero();
    assertThat(recorded.out()).contains("JDK 25");
    assertThat(run("help", "trian")).isEqualTo(2);
    assertThat(recorded.err())
        .isEqualTo("weft: unknown command 'trian': did you mean 'train'? See weft help --help\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--steps | ten | 'ten' is no whole number: give one such as 10",
        "--batch | 1.5 | '1.5' is no whole number: give one such as 10",
        "--ranks | 3000000000 | '3000000000' is too large: give at most 2147483647",
        "--steps | 99999999999999999999 | '99999999999999999999' is too large: give at most",
        "--lr | fast | 'fast' is no number: give one such as 0.1 or 1e-3",
      })
  void a_number_that_is_none_is_refused_in_the_user_s_language(
      String option, String value, String sentence) {
    assertThat(run("train", option, value)).isEqualTo(2);
    assertThat(recorded.err())
        .startsWith("weft: invalid value for option '%s': %s".formatted(option, sentence));
  }

  @Test
  void an_unknown_command_is_answered_with_the_nearest() {
    assertThat(run("complation")).isEqualTo(2);
    assertThat(recorded.err())
        .isEqualTo(
            "weft: unknown command 'complation': did you mean 'completion'? See weft --help\n");
    assertThat(recorded.out()).isEmpty();
  }

  @Test
  void an_unknown_option_is_named_even_where_something_else_is_missing() {
    assertThat(run("completion", "--jsn")).isEqualTo(2);
    assertThat(recorded.err())
        .isEqualTo(
            "weft: unknown option '--jsn': did you mean '--json'? See weft completion --help\n");
  }

  @Test
  void a_word_that_is_not_in_a_list_is_answered_with_the_list() {
    assertThat(run("completion", "csh")).isEqualTo(2);
    assertThat(recorded.err())
        .isEqualTo(
            "weft: 'csh' is not a value of SHELL: give one of bash, zsh;"
                + " see weft completion --help\n");
  }

  @Test
  void the_help_lists_every_command() {
    assertThat(commands().toList()).contains("build", "completion");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void the_help_of_a_command_has_examples(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(recorded.out()).contains("Usage: weft " + command, "--json", "Examples:\n  ");
  }

  @Test
  void the_help_of_the_program_has_examples_and_every_exit_code() {
    assertThat(run("--help")).isZero();
    assertThat(recorded.err()).isEmpty();
    assertThat(recorded.out()).contains("Usage: weft", "--json", "Examples:\n  ");
    assertThat(exitCodesOfHelp()).isEqualTo(exitCodes());
  }

  @Test
  void the_documentation_lists_the_same_exit_codes() throws Exception {
    assertThat(exitCodesOfDocumentation()).isEqualTo(exitCodes());
  }

  @Test
  void help_has_colours_on_a_screen_only() {
    Weft.run(recorded.screen(), "--help");
    assertThat(recorded.out()).contains("\u001b[");
    var piped = new RecordedTerminal();
    Weft.run(piped.pipe(), "--help");
    assertThat(piped.out()).doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "BASH"})
  void completion_knows_the_commands_and_their_options(String shell) {
    assertThat(run("completion", shell)).isZero();
    assertThat(recorded.out())
        .contains("complete -F", "build completion", "--json", "bashcompinit");
  }

  @Test
  void completion_is_a_json_line_on_demand() {
    assertThat(run("completion", "zsh", "--json")).isZero();
    assertThat(recorded.outLines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"completion\",\"shell\":\"zsh\",\"script\":\"#!");
  }

  @Test
  void without_the_script_there_is_nothing_to_build_with() {
    assertThat(run("build")).isEqualTo(69);
    assertThat(recorded.err()).contains("run ./weft build");
  }

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  private static List<String> exitCodes() {
    return Arrays.stream(ExitCode.values())
        .map(exitCode -> exitCode.code() + " " + exitCode.meaning())
        .toList();
  }

  private List<String> exitCodesOfHelp() {
    return section("Exit codes:", recorded)
        .map(line -> line.strip().replaceFirst(" +", " "))
        .toList();
  }

  static Stream<String> commands() {
    var help = new RecordedTerminal();
    Weft.run(help.pipe(), "--help");
    return section("Commands:", help)
        .filter(line -> line.matches("  \\w.*"))
        .map(line -> line.strip().replaceFirst(" .*", ""));
  }

  private static Stream<String> section(String heading, RecordedTerminal help) {
    return help.out()
        .lines()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.isEmpty());
  }

  private static List<String> exitCodesOfDocumentation() throws Exception {
    var page = Path.of(System.getProperty("repository.root"), "docs", "command-line.md");
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches("\\| \\d+ \\| .+ \\|"))
        .map(line -> line.replaceFirst("\\| (\\d+) \\| (.+) \\|", "$1 $2"))
        .toList();
  }
}
