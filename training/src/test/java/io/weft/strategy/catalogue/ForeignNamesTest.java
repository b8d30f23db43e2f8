package io.weft.strategy.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.strategy.Strategy;
import io.weft.strategy.line.StrategyException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ForeignNamesTest {
  static Iterable<Map.Entry<String, ForeignNames.Foreign>> all() {
    return ForeignNames.all().entrySet();
  }

  @ParameterizedTest
  @MethodSource("all")
  void every_line_can_be_read_and_no_name_is_one_of_ours(
      Map.Entry<String, ForeignNames.Foreign> entry) {
    assertThat(Strategy.parse(entry.getValue().line())).isNotNull();
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Strategy.parse(entry.getKey()))
        .withMessageContaining(entry.getValue().line());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ddp | 1: PyTorch DDP is \"wfbp(bucket=25MB)\" here; ./weft show --names lists all",
        "zero-2 + top-k | 1: ZeRO, stage 2 is \"sharded(stage=2)\" here;",
        "dear + zero-3 | 8: ZeRO, stage 3 is \"sharded(stage=3)\" here;",
      })
  void a_word_of_others_is_answered_with_our_line(String line, String answer) {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Strategy.parse(line))
        .withMessageContaining(answer);
  }

  @Test
  void what_does_not_run_yet_says_so() {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Strategy.parse("fedavg"))
        .withMessageContaining("FedAvg is \"local-sgd\" here, not yet to be trained with;");
  }
}
