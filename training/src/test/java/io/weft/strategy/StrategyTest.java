package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.trials.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("sampled")
class StrategyTest {
  @Test
  void axes_left_out_take_their_defaults() {
    assertThat(Strategy.parse("bsp").canonical())
        .isEqualTo("bsp + all-reduce + wfbp(bucket=25MB) + auto");
    assertThat(new Strategy(Map.of())).isEqualTo(Strategy.parse("bsp"));
  }

  @Test
  void wfbp_written_bare_is_per_tensor() {
    assertThat(Strategy.parse("wfbp").canonical())
        .isEqualTo("bsp + all-reduce + wfbp(bucket=0B) + auto");
    assertThat(Strategy.parse("wfbp")).isNotEqualTo(Strategy.parse("wfbp(bucket=25MB)"));
    assertThat(Strategy.parse("wfbp(25MB)")).isEqualTo(Strategy.parse("bsp"));
  }

  @Test
  void gossip_has_a_method() {
    assertThat(Strategy.parse("gossip(torus)").canonical())
        .isEqualTo("bsp + gossip(topology=torus) + d-psgd + wfbp(bucket=25MB) + auto");
  }

  @Test
  void local_has_nothing_beside_it() {
    var local = Strategy.parse("local");
    assertThat(local.canonical()).isEqualTo("local");
    assertThat(local.term(Axis.SCHEDULE)).isEmpty();
  }

  @Test
  void terms_are_found_by_axis() {
    var strategy = Strategy.parse("dear + powersgd(rank=4)");
    assertThat(strategy.term(Axis.SCHEDULE).orElseThrow().term("bucket").name()).isEqualTo("auto");
    assertThat(Strategy.parse("dear(25MB)").term(Axis.SCHEDULE).orElseThrow().bytes("bucket"))
        .isEqualTo(25L << 20);
    assertThat(strategy.term(Axis.COMPRESSION).orElseThrow().whole("rank")).isEqualTo(4);
    assertThat(strategy.term(Axis.GOSSIP_METHOD)).isEmpty();
    assertThat(Strategy.parse("dear").term(Axis.COMPRESSION)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "powersgd(2) + dear|bsp + all-reduce + dear(bucket=auto) + powersgd(rank=2, min-rate=2)"
            + " + auto",
        "dense-below(64KB, per-tensor(powersgd(2)))|bsp + all-reduce + wfbp(bucket=25MB) +"
            + " dense-below(size=64KB, c=per-tensor(c=powersgd(rank=2, min-rate=2))) + auto",
        "asp(dc(0.5)) + parameter-server(4, dedicated) + sequential|asp(correction=dc(lambda=0.5))"
            + " + parameter-server(servers=4, placement=dedicated) + sequential + auto",
        "gossip + choco(top-k)|bsp + gossip(topology=ring) + choco(c=top-k(density=0.01)) +"
            + " wfbp(bucket=25MB) + auto",
        "priority(1536KB, credit=2048KB) + ring|bsp + all-reduce +"
            + " priority(partition=1536KB, credit=2MB) + ring",
      })
  void the_canonical_form_is_complete_and_in_axis_order(String line, String canonical) {
    assertThat(Strategy.parse(line).canonical()).isEqualTo(canonical);
    assertThat(Strategy.parse(canonical).canonical()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bsp + all-reduce + auto|bsp",
        "wfbp|wfbp",
        "dear(25MB) + powersgd(rank=2, min-rate=3)|dear(bucket=25MB) + powersgd(min-rate=3)",
        "dear(auto) + powersgd(rank=2, min-rate=3)|dear + powersgd(min-rate=3)",
        "dense-below(64KB, top-k(0.01))|dense-below(64KB, top-k)",
        "gossip(star) + d-psgd|gossip(star)",
        "parameter-server(4, dedicated)|parameter-server(servers=4, placement=dedicated)",
        "parameter-server(1, dedicated) + asp(dc)|asp(dc) + parameter-server(placement=dedicated)",
      })
  void the_brief_form_leaves_out_what_goes_without_saying(String line, String brief) {
    assertThat(Strategy.parse(line).brief()).isEqualTo(brief);
  }

  @Test
  void printing_and_parsing_are_inverse() {
    Trials.forAll(
        draw -> {
          var strategy = RandomLine.validOrNearest(RandomLine.of(draw));
          String canonical = strategy.canonical();
          assertThat(Strategy.parse(canonical)).isEqualTo(strategy);
          assertThat(Strategy.parse(canonical).canonical()).isEqualTo(canonical);
          assertThat(Strategy.parse(strategy.brief())).isEqualTo(strategy);
        });
  }

  @Test
  void the_order_of_terms_has_no_meaning() {
    Trials.forAll(
        draw -> {
          var terms = Arrays.asList(RandomLine.of(draw).split(" \\+ "));
          var strategy = tried(String.join("+", terms));
          assertThat(tried(String.join(" + ", terms.reversed()))).isEqualTo(strategy);
        });
  }

  private static Optional<Strategy> tried(String line) {
    try {
      return Optional.of(Strategy.parse(line));
    } catch (StrategyException e) {
      assertThat(e.suggestion()).as(e.getMessage()).isPresent();
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "error-feedback(error-feedback(qsgd)),error-feedback(qsgd)",
    "error-feedback(top-k),top-k",
    "error-feedback(per-tensor(top-k)),per-tensor(top-k)",
    "error-feedback(dgc),dgc",
    "plain(plain(top-k)),plain(top-k)",
    "plain(qsgd),qsgd",
    "plain(error-feedback(qsgd)),qsgd",
    "plain(error-feedback(top-k)),plain(top-k)",
    "error-feedback(plain(top-k)),top-k",
    "error-feedback(plain(qsgd)),error-feedback(qsgd)",
    "momentum-correction(momentum-correction(top-k)),momentum-correction(top-k)",
    "momentum-correction(dgc),dgc",
    "per-tensor(per-tensor(top-k)),per-tensor(top-k)",
    "lossless(lossless(top-k)),lossless(top-k)",
    "gossip + choco(error-feedback(qsgd)),gossip + choco(qsgd)",
    "gossip + deepsqueeze(plain(top-k)),gossip + deepsqueeze(top-k)",
  })
  void wrappers_that_change_nothing_disappear(String line, String same) {
    assertThat(Strategy.parse(line)).isEqualTo(Strategy.parse(same));
    assertThat(Strategy.parse(line).brief()).isEqualTo(same);
  }

  @Test
  void wrappers_that_change_something_stay() {
    for (String line :
        List.of(
            "error-feedback(qsgd)",
            "plain(top-k)",
            "per-tensor(powersgd)",
            "dense-first(100, dense-below(1KB, lossless(per-tensor(plain(top-k)))))")) {
      assertThat(Strategy.parse(line).brief()).isEqualTo(line);
    }
  }

  @Test
  void a_term_stands_on_its_own_axis() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Strategy(Map.of(Axis.SCHEDULE, Catalogue.term("bsp"))))
        .withMessage("bsp is a synchronisation and stands on the axis schedule");
  }

  @Test
  void a_strategy_made_of_terms_is_checked_like_a_line() {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> new Strategy(Map.of(Axis.SYNCHRONISATION, Catalogue.term("ssp"))))
        .satisfies(e -> assertThat(e.suggestion()).hasValue("bsp"));
  }
}
