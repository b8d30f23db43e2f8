package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.trials.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class BenchCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--transport", "local", "--seconds", "0.001"));
    return Weft.run(recorded.pipe(), all.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void every_operation_is_measured_and_right(Operation operation) {
    assertThat(run("bench", operation.label(), "--ranks", "3", "--bytes", "1KB,16KB", "--json"))
        .isZero();
    assertThat(recorded.outLines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"event\":\"bench\","))
        .allMatch(line -> line.contains("\"wrong\":0,\"correct\":true"));
  }

  @Test
  void a_message_between_two_ranks_is_measured_and_right() {
    assertThat(run("bench", "send", "--ranks", "3", "--bytes", "1KB,64KB", "--json")).isZero();
    assertThat(recorded.outLines())
        .hasSize(2)
        .allMatch(line -> line.contains("\"bench\":\"send\""))
        .allMatch(line -> line.contains("\"transport\":\"local\",\"algorithm\":\"binomial-tree\""))
        .allMatch(line -> line.contains("\"wrong\":0,\"correct\":true"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-reduce", "reduce-scatter", "scatter", "gather", "send", "cross"})
  void what_is_made_wrong_on_purpose_is_counted_before_and_after(String operation) {
    assertThat(run("bench", operation, "--ranks", "2", "--bytes", "1KB", "--spoil", "--json"))
        .isEqualTo(1);
    assertThat(recorded.out()).contains("\"wrong\":2,\"correct\":false}\n");
    assertThat(recorded.err()).contains("results were wrong");
  }

  @Test
  void memory_of_the_library_is_measured_where_it_is_asked_for() {
    assertThat(run("bench", "all-to-all", "--bytes", "1KB", "--buffers", "allocated", "--json"))
        .isZero();
    assertThat(recorded.out())
        .contains("\"buffers\":\"allocated\"", "\"wrong\":0,\"correct\":true");
  }

  @Test
  void an_algorithm_is_forced_on_the_operation_alone() {
    assertThat(run("bench", "all-gather", "--ranks", "4", "--bytes", "1KB", "--algorithm", "bruck"))
        .isZero();
    assertThat(recorded.out()).endsWith("bruck\n");
  }

  @Test
  void bytes_are_rounded_down_to_equal_blocks() {
    assertThat(run("bench", "all-gather", "--ranks", "3", "--bytes", "1KB")).isZero();
    assertThat(recorded.out()).contains("#wrong", "p99").containsPattern("\\b1020 +255 ");
  }

  @ParameterizedTest
  @EnumSource
  void every_type_and_reduction_is_right(ElementType type) {
    for (var reduction : Thorough.sample(1, List.of(Reduction.values()))) {
      assertThat(
              run(
                  "bench",
                  "all-reduce",
                  "--ranks",
                  "5",
                  "--bytes",
                  "1KB",
                  "--type",
                  type.label(),
                  "--reduction",
                  reduction.label()))
          .as(reduction.label())
          .isZero();
    }
  }

  @Test
  void wrong_arguments_are_answered_with_a_sentence() {
    refuses("there is no operation 'allreduce'", "bench", "allreduce");
    refuses("did you mean 'ring'", "bench", "all-reduce", "--algorithm", "rimg");
    refuses("bruck does not do all-reduce", "bench", "all-reduce", "--algorithm", "bruck");
    refuses("--ranks 0: give 1 to 256", "bench", "all-reduce", "--ranks", "0");
    refuses("--seconds 0.0: give more than 0", "bench", "all-reduce", "--seconds", "0");
    refuses("'fp8' is not a value of --type", "bench", "all-reduce", "--type", "fp8");
    refuses("give --ranks 2 or more", "bench", "send", "--ranks", "1");
    refuses("leave out --algorithm", "bench", "send", "--algorithm", "ring");
    refuses("--rank 0 without --world", "bench", "all-reduce", "--rank", "0");
    refuses("give 1 to 15 connections", "bench", "all-reduce", "--streams", "0");
    refuses("'12M' is not a size", "bench", "all-reduce", "--bytes", "12M");
  }

  private void refuses(String sentence, String... args) {
    var terminal = new RecordedTerminal();
    assertThat(Weft.run(terminal.pipe(), args)).as(String.join(" ", args)).isEqualTo(2);
    assertThat(terminal.err()).contains(sentence);
    assertThat(terminal.out()).isEmpty();
  }
}
