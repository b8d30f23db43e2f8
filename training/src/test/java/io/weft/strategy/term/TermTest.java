package io.weft.strategy.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weft.strategy.line.StrategyException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TermTest {
  private static final Entry ENTRY =
      Entry.of(
              Axis.SCHEDULE,
              "weave",
              Parameter.size("bucket", 1024, 0),
              Parameter.whole("low", 1, 1, 9),
              Parameter.whole("high", 3, 1, 9).notBelow("low"),
              Parameter.share("density", 0.07),
              Parameter.word(
                  "mode",
                  Entry.of(Axis.SCHEDULE, "plain"),
                  Entry.of(Axis.SCHEDULE, "twill", Parameter.whole("step", 2, 1, 9))))
          .meaning(
              "{bucket?Tensor:Bucket of #} by {low step} and {high step}, {density %}, {high}");

  private static final Term TERM = ENTRY.term();

  @Test
  void values_are_found_by_name_and_kind() {
    assertThat(TERM.bytes("bucket")).isEqualTo(1024);
    assertThat(TERM.whole("high")).isEqualTo(3);
    assertThat(TERM.number("density")).isEqualTo(0.07);
    assertThat(TERM.term("mode").name()).isEqualTo("plain");
  }

  @Test
  void asking_for_what_is_not_there_says_what_is() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TERM.value("width"))
        .withMessageStartingWith("weave has no parameter width: it is weave(bucket=1KB, low=1,");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TERM.whole("bucket"))
        .withMessage("bucket=1KB of weave is of another kind");
  }

  @Test
  void the_canonical_form_names_everything_and_the_brief_form_only_what_differs() {
    assertThat(TERM.text()).isEqualTo("weave(bucket=1KB, low=1, high=3, density=0.07, mode=plain)");
    assertThat(twill().text())
        .isEqualTo("weave(bucket=1KB, low=1, high=3, density=0.07, mode=twill(step=2))");
    assertThat(TERM.brief()).isEqualTo("weave");
    assertThat(twill().brief()).isEqualTo("weave(mode=twill)");
  }

  @Test
  void the_meaning_carries_the_values() {
    assertThat(TERM.meaning()).isEqualTo("Bucket of 1KB by 1 step and 3 steps, 7 %, 3");
    assertThat(TERM.with("bucket", new Value.Size(0)).meaning()).startsWith("Tensor by");
    assertThat(ENTRY.summary())
        .isEqualTo("Bucket of <bucket> by <low> steps and <high> steps, <density>, <high>.");
  }

  @Test
  void a_size_may_be_a_word_that_says_how_it_is_found() {
    var auto = Entry.of(Axis.SCHEDULE, "auto").meaning("what fits");
    var entry =
        Entry.of(Axis.SCHEDULE, "weft", Parameter.size("bucket", auto, 1))
            .meaning("{bucket?Tensor:Bucket of #} is sent");
    assertThat(entry.signature()).isEqualTo("weft(bucket=auto)");
    assertThat(entry.term().meaning()).isEqualTo("Bucket of what fits is sent");
    assertThat(entry.term().with("bucket", new Value.Size(1024)).brief())
        .isEqualTo("weft(bucket=1KB)");
    assertThat(entry.parameter("bucket").kind().allowed())
        .isEqualTo("a size from 1B to 16GB or auto");
    assertThat(TERM.entry().parameter("bucket").kind().admits(auto.term())).isFalse();
  }

  @Test
  void a_value_of_the_wrong_kind_or_out_of_range_is_refused_at_birth() {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> TERM.with("low", new Value.Whole(10)))
        .withMessage("low of weave is a whole number from 1 to 9, and 10 is not");
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> TERM.with("low", new Value.Size(1)))
        .withMessage("low of weave is a whole number from 1 to 9, and 1B is not");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Term(ENTRY, List.of()))
        .withMessage("weave takes 5 values, and 0 were given");
  }

  @Test
  void a_value_below_its_floor_is_refused_at_birth() {
    assertThat(TERM.with("high", new Value.Whole(1)).whole("high")).isEqualTo(1);
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> TERM.with("low", new Value.Whole(4)))
        .withMessage("high=3 of weave is below low=4: raise the one or lower the other");
  }

  @Test
  void ends_of_a_range_are_in_or_out_as_declared() {
    var share = new Kind.Decimal(0, false, 1, true);
    var momentum = new Kind.Decimal(0, true, 1, false);
    assertThat(share.allowed()).isEqualTo("a number above 0 and at most 1");
    assertThat(share.admits(new Value.Decimal(0))).isFalse();
    assertThat(share.admits(new Value.Decimal(1))).isTrue();
    assertThat(momentum.allowed()).isEqualTo("a number of at least 0 and below 1");
    assertThat(momentum.admits(new Value.Decimal(0))).isTrue();
    assertThat(momentum.admits(new Value.Decimal(1))).isFalse();
  }

  private static Term twill() {
    var mode = (Kind.Word) ENTRY.parameters().getLast().kind();
    return TERM.with("mode", mode.options().getLast().term());
  }
}
