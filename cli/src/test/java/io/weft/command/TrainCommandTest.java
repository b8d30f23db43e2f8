package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainCommandTest {
  private static final Pattern SHA = Pattern.compile("\"weights_sha256\":\"([0-9a-f]{64})\"");

  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    var all = new ArrayList<>(List.of("train"));
    all.addAll(List.of(args));
    return Weft.run(recorded.pipe(), all.toArray(String[]::new));
  }

  /** The weights after a run of real processes. */
  private static String weights(String strategy) {
    var recorded = new RecordedTerminal();
    String[] line = {
      "train", "--ranks", "2", "--steps", "3", "--batch", "2", "--strategy", strategy, "--json"
    };
    assertThat(Weft.run(recorded.pipe(), line)).as(recorded.err()).isZero();
    var lines = recorded.outLines();
    assertThat(lines.subList(0, 3))
        .allMatch(text -> text.startsWith("{\"event\":\"train_step\",\"step\":"));
    assertThat(lines.getLast())
        .startsWith("{\"event\":\"end\",\"strategy\":\"bsp + all-reduce + ")
        .contains("\"model\":\"gpt-nano\",\"world\":2,\"steps\":3");
    var found = SHA.matcher(lines.getLast());
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void processes_end_with_the_same_weights_whatever_exact_strategy_they_follow() {
    String weights = weights("dear + ordered");
    assertThat(weights("wfbp(bucket=1MB) + ordered")).isEqualTo(weights);
  }

  @Test
  void a_loss_that_is_not_finite_ends_the_run_with_a_sentence() {
    assertThat(run("--ranks", "1", "--steps", "3", "--optimizer", "sgd", "--lr", "1e30"))
        .isEqualTo(1);
    assertThat(recorded.err()).contains("the loss is NaN at step 2: lower --lr");
    assertThat(recorded.err()).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          --model;gpt-nona;did you mean "gpt-nano"?
          --strategy;dear + powersgd(rank=2);because of powersgd: leave it out
          --strategy;ssp + parameter-server;because of ssp: choose bsp
          --strategy;local-sgd;choose bsp
          --batch;0;--batch 0: give 1 to
          --steps;-3;--steps -3: give 1 to
          --ranks;0;--ranks 0: give 1 to 256
          """)
  void what_cannot_be_done_is_refused_with_what_can(String option, String value, String sentence) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(recorded.err()).contains(sentence);
    assertThat(recorded.out()).isEmpty();
  }
}
