package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldOutTest {
  private static final Dataset HUNDRED =
      new SyntheticImages(100, new SyntheticImages.Size(1, 1, 1), 3, 1);

  private static long[] numbers(Dataset part) {
    var drawn = (Drawn) part;
    return LongStream.range(0, drawn.samples())
        .map(sample -> drawn.order().at(drawn.first() + sample))
        .toArray();
  }

  @Test
  void each_sample_is_either_learnt_or_held_out_by_the_seed() {
    var parts = new HoldOut(0.2, 1000).divide(HUNDRED, 7).orElseThrow();
    var heldOut = new TreeSet<Long>();
    LongStream.of(numbers(parts.heldOut())).forEach(heldOut::add);
    var all = new TreeSet<>(heldOut);
    LongStream.of(numbers(parts.learnt())).forEach(all::add);
    assertThat(heldOut).hasSize(20).isNotEqualTo(new TreeSet<>(all).headSet(20L));
    assertThat(all).hasSize(100);
    assertThat(numbers(new HoldOut(0.2, 1000).divide(HUNDRED, 7).orElseThrow().heldOut()))
        .isEqualTo(numbers(parts.heldOut()));
    assertThat(numbers(new HoldOut(0.2, 1000).divide(HUNDRED, 8).orElseThrow().heldOut()))
        .isNotEqualTo(numbers(parts.heldOut()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"0.2;20", "7;7", "0.1,3;3", "0.1,256;10", "0.001;0", "1;1"})
  void it_is_written_as_a_share_a_number_or_both(String text, long count) {
    var held = HoldOut.parse(text).orElseThrow();
    assertThat(held.count(100)).isEqualTo(count);
    assertThat(HoldOut.parse(held.toString())).contains(held);
  }

  @Test
  void too_few_samples_have_none_to_hold_out_and_too_many_leave_none_to_learn() {
    assertThat(HoldOut.parse("0")).isEmpty();
    assertThat(HoldOut.parse("0.001").orElseThrow().divide(HUNDRED, 1)).isEqualTo(Optional.empty());
    var all = HoldOut.parse("200").orElseThrow();
    assertThatThrownBy(() -> all.divide(HUNDRED, 1))
        .hasMessage("all 100 samples are held out, and none is left to learn from: hold fewer out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"-1", "1.5", "a tenth", "0.1,0", "0.1,2.5", "2,5", "0,5", "0.1,2,3", "NaN", "''"})
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> HoldOut.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "held out " + text + ": give a share of the samples below 1, as in");
  }
}
