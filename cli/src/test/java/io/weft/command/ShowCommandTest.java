package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.strategy.Name;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShowCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  static List<String> algorithms() {
    return Algorithms.all().stream().map(Algorithm::name).toList();
  }

  @Test
  void what_is_slow_is_not_said_to_be_nothing() {
    assertThat(ShowCompression.billions(1.234e6)).isEqualTo("0.0012");
    assertThat(ShowCompression.billions(40e6)).isEqualTo("0.040");
    assertThat(ShowCompression.billions(22.641e9)).isEqualTo("22.64");
    assertThat(ShowCompression.billions(3210e9)).isEqualTo("3210.00");
  }

  @Test
  void a_program_is_proved_priced_and_listed() {
    assertThat(run("show", "ring", "--ranks", "5", "--bytes", "4MB")).isZero();
    assertThat(recorded.out())
        .startsWith("ring: all-reduce of 5 ranks on 5 hosts, 4MB\n  proved: ")
        .contains("40 messages; the busiest rank sends 6.4 MB for 4MB of data")
        .contains("  in a strategy line: train yes, simulate yes, plan no\n")
        .contains(" 0  send     data[4] to 1\n");
    assertThat(recorded.outLines().stream().filter(line -> line.contains("send     ")))
        .as("2(n-1) sends")
        .hasSize(8);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void every_algorithm_can_be_shown_and_drawn(String name, @TempDir Path folder) throws Exception {
    var file = folder.resolve("it.svg");
    assertThat(run("show", name, "--ranks", "4", "--json", "--svg", file.toString())).isZero();
    assertThat(recorded.outLines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"show_program\",\"algorithm\":\"" + name + "\"");
    var picture = Files.readString(file);
    var parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getDocumentElement().getNodeName()).isEqualTo("svg");
    assertThat(picture).contains("rank 3</text>").contains("<path d='M").doesNotContain("NaN");
  }

  @Test
  void the_picture_has_an_arrow_per_message(@TempDir Path folder) throws Exception {
    var file = folder.resolve("ring.svg");
    assertThat(run("show", "ring", "--ranks", "5", "--svg", file.toString())).isZero();
    assertThat(Files.readString(file).split("<g stroke=", -1)).hasSize(41);
  }

  @Test
  void the_choice_is_explained_cheapest_first_with_those_that_cannot() {
    assertThat(run("show", "--choose", "--ranks", "7", "--bytes", "64B")).isZero();
    assertThat(recorded.out())
        .startsWith("all-reduce of 7 ranks, 64B on 7 hosts: recursive-doubling\n")
        .contains("it is predicted to be")
        .contains("7 ranks are a prime number")
        .contains("direct needs all ranks in one memory");
  }

  @Test
  void the_choice_knows_that_ranks_take_turns_on_cores() {
    String[] asked = {"show", "--choose", "--ranks", "8", "--hosts", "1", "--bytes", "1KB"};
    assertThat(run(asked)).isZero();
    String plenty = rowOf("recursive-doubling");
    assertThat(run(with(asked, "--cores", "8"))).isZero();
    assertThat(rowOf("recursive-doubling")).isEqualTo(plenty);
    assertThat(run(with(asked, "--cores", "2"))).isZero();
    assertThat(rowOf("recursive-doubling")).isNotEqualTo(plenty);
    assertThat(run(with(asked, "--cores", "0"))).isEqualTo(2);
    assertThat(recorded.err()).contains("--cores 0: a host has at least one");
  }

  /** The last row that was printed of an algorithm. */
  private String rowOf(String algorithm) {
    return recorded.outLines().stream()
        .filter(line -> line.startsWith(algorithm + " "))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private static String[] with(String[] asked, String... more) {
    return Stream.concat(Stream.of(asked), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void the_choice_is_json_on_demand() {
    assertThat(run("show", "--choose", "--ranks", "8", "--json")).isZero();
    assertThat(recorded.outLines())
        .hasSize(Algorithms.all().size())
        .allMatch(line -> line.contains("\"show_offer\"") || line.contains("\"show_refusal\""));
  }

  @Test
  void a_strategy_is_explained_in_a_paragraph() {
    assertThat(run("show", "dear + powersgd(rank=4)")).isZero();
    assertThat(recorded.out())
        .startsWith("bsp + all-reduce + dear(bucket=auto) + powersgd(rank=4")
        .contains("(dear)")
        .contains("rank 4")
        .contains("\n  train: yes\n  simulate: yes\n  plan: not yet, because \"powersgd\" needs a");
    assertThat(recorded.outLines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void a_compression_is_tried_on_a_model() {
    assertThat(run("show", "top-k(0.01)", "--model", "10000", "--ranks", "8")).isZero();
    assertThat(recorded.out())
        .contains("of a vector, 10,000 numbers\n  payload: 800 B of 39.1 KB, 2.0 %\n")
        .contains("exchange: all-gather and addition, or by chunks")
        .contains("speed here: encodes ")
        .contains("pays for 8 ranks: on links below ");
    assertThat(run("show", "powersgd", "--json")).isZero();
    assertThat(recorded.outLines().getLast())
        .contains("\"show_compression\"", "\"model\":\"gpt-nano\"");
    assertThat(run("show", "g-top-k", "--model", "10000")).isZero();
    assertThat(recorded.out())
        .contains("payload: 800 B of 39.1 KB, 2.0 %\n")
        .contains("exchange: payloads are merged in pairs of ranks, round by round");
    refuses("unknown model \"gpt-nono\": did you mean", "show", "qsgd", "--model", "gpt-nono");
    refuses("--model 99999999999: the name", "show", "qsgd", "--model", "99999999999");
  }

  @Test
  void all_names_are_listed() {
    assertThat(run("show", "--names", "--json")).isZero();
    assertThat(recorded.outLines()).hasSize(Name.all().size());
    assertThat(recorded.out()).contains("\"name\":\"dear\"", "\"name\":\"staleness\"");
    assertThat(recorded.outLines().stream().filter(it -> it.contains("\"name\":\"local-sgd\"")))
        .singleElement()
        .asString()
        .contains("\"trains\":false,\"simulates\":true,\"plans\":false");
  }

  @Test
  void a_name_that_cannot_be_trained_with_says_so_where_it_is_shown_or_suggested() {
    assertThat(run("show", "ssp + parameter-server")).isZero();
    assertThat(recorded.out())
        .contains("\n  train: not yet, because of ssp and parameter-server\n")
        .contains("\n  simulate: not yet, because of ssp\n");
    assertThat(run("show", "local-sgd + fp16")).isZero();
    assertThat(recorded.out())
        .contains("\n  simulate: not yet, because \"local-sgd\" needs a compression that leaves");
    refuses(
        "did you mean \"gossip\" (an architecture, not yet to be trained with)?", "show", "gosip");
    refuses("; the nearest strategy that can be trained with is \"dear\"", "show", "ssp + dear");
  }

  @Test
  void a_plain_number_is_a_number_of_bytes() {
    assertThat(run("show", "ring", "--ranks", "4", "--bytes", "1024", "--json")).isZero();
    assertThat(recorded.out()).contains("\"bytes\":1024,");
  }

  @Test
  void a_bucket_that_is_larger_than_the_model_is_one_bucket_and_said_to_be() {
    assertThat(run("show", "dear(bucket=64MB)", "--model", "gpt-nano", "--json")).isZero();
    assertThat(recorded.out()).contains("\"buckets\":1,");
    assertThat(run("show", "dear(bucket=64MB)", "--model", "gpt-nano")).isZero();
    assertThat(recorded.out()).contains("  buckets of gpt-nano: 1, which holds all of it, ");
    assertThat(run("show", "dear(bucket=1MB)", "--model", "gpt-nano")).isZero();
    assertThat(recorded.outLines())
        .anyMatch(it -> it.matches("  buckets of gpt-nano: (?!1,)\\d+, the largest .*"));
    assertThat(run("show", "local")).isZero();
    assertThat(recorded.outLines().getLast()).isEqualTo("  plan: not yet, because of local");
  }

  @Test
  void a_code_that_is_no_smaller_is_said_to_travel_dense() {
    assertThat(run("show", "sketch(rows=5, columns=3000)", "--model", "10000")).isZero();
    assertThat(recorded.out())
        .contains("payload: 39.1 KB of 39.1 KB, 100.0 %: it travels dense, as its code is larger")
        .contains("never pays");
  }

  @Test
  void wrong_arguments_are_answered_with_a_sentence() {
    refuses("show needs one thing to show", "show");
    refuses("show needs one thing to show", "show", "ring", "--names");
    refuses("did you mean \"ring\"", "show", "rimg");
    refuses("did you mean \"dear\"", "show", "daer + top-k");
    refuses("--ranks 0: give 1 to 1024 ranks", "show", "ring", "--ranks", "0");
    refuses("--rank 5: of 5 ranks, give 0 to 4", "show", "ring", "--ranks", "5", "--rank", "5");
    refuses("'4M' is not a size", "show", "ring", "--bytes", "4M");
    refuses("7 ranks are a prime number", "show", "torus", "--ranks", "7");
    refuses("--hosts 3: 8 ranks cannot be spread", "show", "ring", "--ranks", "8", "--hosts", "3");
    refuses("there is no operation 'all-redcue'", "show", "ring", "--operation", "all-redcue");
    refuses("ring does not do gather", "show", "ring", "--operation", "gather");
    refuses("root 9 is not a rank", "show", "direct", "--operation", "reduce", "--root", "9");
  }

  private void refuses(String sentence, String... args) {
    var terminal = new RecordedTerminal();
    assertThat(Weft.run(terminal.pipe(), args)).as(String.join(" ", args)).isEqualTo(2);
    assertThat(terminal.err()).contains(sentence);
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void too_many_messages_to_be_seen_are_not_drawn(@TempDir Path folder) {
    var file = folder.resolve("much.svg");
    refuses("shows nothing", "show", "ring", "--ranks", "128", "--svg", file.toString());
    assertThat(file).doesNotExist();
  }
}
