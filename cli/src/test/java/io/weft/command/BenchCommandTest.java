package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  @ParameterizedTest
  @EnumSource
  void every_operation_is_measured_and_right(Operation operation) {
    assertThat(
            run(
                "bench",
                operation.label(),
                "--ranks",
                "3",
                "--bytes",
                "1KB,16KB",
                "--seconds",
                "0.001",
                "--json"))
        .isZero();
    assertThat(recorded.outLines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"event\":\"bench\","))
        .allMatch(line -> line.contains("\"wrong\":0,\"correct\":true"));
  }

  @Test
  void bytes_are_rounded_down_to_equal_blocks() {
    assertThat(run("bench", "all-gather", "--ranks", "3", "--bytes", "1KB", "--seconds", "0.001"))
        .isZero();
    assertThat(recorded.out()).contains("#wrong", "p99").containsPattern("\\b1020 +255 ");
  }

  @ParameterizedTest
  @EnumSource
  void every_type_and_reduction_is_right(ElementType type) {
    for (var reduction : Reduction.values()) {
      assertThat(
              run(
                  "bench",
                  "all-reduce",
                  "--ranks",
                  "5",
                  "--bytes",
                  "1KB",
                  "--seconds",
                  "0.001",
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
    refuses("'12' is not a size", "bench", "all-reduce", "--bytes", "12");
  }

  private void refuses(String sentence, String... args) {
    var terminal = new RecordedTerminal();
    assertThat(Weft.run(terminal.pipe(), args)).as(String.join(" ", args)).isEqualTo(2);
    assertThat(terminal.err()).contains(sentence);
    assertThat(terminal.out()).isEmpty();
  }
}
