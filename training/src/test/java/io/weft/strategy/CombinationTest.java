package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Use;
import io.weft.trials.Trials;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class CombinationTest {
  static List<Entry> entries() {
    return Catalogue.entries();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dear + powersgd(rank=2)",
        "dear + top-k",
        "dear + g-top-k",
        "dear + onebit-adam",
        "dear + plain(onebit-adam)",
        "dear + pairwise",
        "dear + ordered",
        "dear + local-sgd(8) + int8",
        "diloco + int4(stochastic)",
        "sharded(3) + bf16 + hierarchical",
        "sharded + ok-top-k",
        "priority + ssp + parameter-server(4)",
        "asp + gossip(complete) + ad-psgd",
        "asp(staleness) + parameter-server + dgc",
        "dynamic-backup + gossip(torus)",
        "local-sgd(4) + gossip(exponential) + sgp",
        "gossip(matching) + saps",
        "gossip(star) + matcha(0.3)",
        "gossip(ring) + choco(per-tensor(lossless(top-k)))",
        "delayed + mg-wfbp + fp16",
        "distributed-lion + parameter-server",
        "powersgd + parameter-server",
        "top-k + bruck",
        "int8 + bruck",
        "lossless(fp16) + pairwise",
        "fp16 + binomial-tree",
        "blueconnect",
        "direct + dear + int8",
      })
  void these_go_together(String line) {
    assertThat(Strategy.parse(line).brief()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssp|\"ssp\" needs an architecture with servers that hold the parameters, and"
            + " \"all-reduce\" is not one|bsp",
        "backup + all-reduce|\"backup\" needs an architecture with servers that hold the"
            + " parameters, and \"all-reduce\" is not one|bsp",
        "asp(dc) + gossip + ad-psgd|\"dc\" needs an architecture with servers that hold the"
            + " parameters, and \"gossip(ring)\" is not one|bsp",
        "sgp|\"sgp\" needs an architecture in which ranks have neighbours, and \"all-reduce\" is"
            + " not one|bsp",
        "gossip + saps|\"saps\" needs an architecture that pairs the ranks anew each round, and"
            + " \"gossip(ring)\" is not one|bsp",
        "gossip + ad-psgd|\"ad-psgd\" needs a synchronisation in which nobody waits for anybody,"
            + " and \"bsp\" is not one|bsp",
        "gossip + top-k|\"top-k\" needs an architecture beside which a compression can stand, and"
            + " \"gossip(ring)\" is not one|top-k",
        "gossip + choco(powersgd)|\"choco\" needs a compression whose code can be used without"
            + " those of the other ranks, and \"powersgd\" is not one|bsp",
        "gossip(torus) + ring|\"ring\" needs an architecture in which all ranks run collectives"
            + " together, and \"gossip(torus)\" is not one|ring",
        "local + all-reduce|\"all-reduce\" needs a synchronisation that exchanges anything, and"
            + " \"local\" is not one|bsp",
        "local + dear + top-k|\"dear\" needs a synchronisation that exchanges anything, and"
            + " \"local\" is not one|dear + top-k",
        "sharded + local-sgd|\"sharded\" needs a synchronisation in which every step uses the mean"
            + " gradient of that very step, and \"local-sgd\" is not one|sharded",
        "sharded(2) + parameter-server|\"sharded\" needs an architecture in which all ranks run"
            + " collectives together, and \"parameter-server\" is not one|sharded(stage=2)",
        "sharded + onebit-adam|\"sharded\" needs a compression that can leave each rank the sum of"
            + " its own shard, and \"onebit-adam\" is not one|sharded",
        "sharded + g-top-k(0.2)|\"sharded\" needs a compression that can leave each rank the sum of"
            + " its own shard, and \"g-top-k(density=0.2)\" is not one|sharded +"
            + " top-k(density=0.2)",
        "delayed + dear|\"dear\" needs a synchronisation whose next forward waits for what was"
            + " exchanged, and \"delayed\" is not one|dear",
        "dear + dad|\"dear\" needs a compression that can be combined in one half and spread in"
            + " another, and \"dad\" is not one|dear + powersgd",
        "dear + recursive-doubling|the exchanges need a reduce-scatter and an all-gather, and"
            + " \"recursive-doubling\" can only do an all-reduce and an all-gather|dear",
        "pairwise|the exchanges need an all-reduce, and \"pairwise\" can only do a reduce-scatter,"
            + " an all-to-all and an all-gather|int8 + pairwise",
        "g-top-k + ring|\"g-top-k\" needs a collective that leaves the program to the compression,"
            + " and \"ring\" is not one|g-top-k",
        "local-sgd + dgc|\"local-sgd\" needs a compression that works on differences of models as"
            + " well as on gradients, and \"dgc\" is not one|dgc",
        "asp + parameter-server + sketch|\"asp\" needs a compression whose code can be used without"
            + " those of the other ranks, and \"sketch\" is not one|sketch",
        "sasg + parameter-server + fp16|\"fp16\" needs a synchronisation that leaves open in what"
            + " form values travel, and \"sasg\" is not one|fp16",
        "momentum-correction(qsgd)|\"momentum-correction\" needs a compression with error feedback,"
            + " and \"qsgd\" is not one|momentum-correction(error-feedback(qsgd))",
        "plain(dgc)|\"plain\" needs a compression whose error feedback can be taken away, and"
            + " \"dgc\" is not one|dgc",
        "error-feedback(lion-cub)|\"error-feedback\" needs a compression that is separate from the"
            + " optimizer, and \"lion-cub\" is not one|lion-cub",
        "per-bucket(per-tensor(top-k))|\"per-bucket\" needs a compression that can work on whole"
            + " buckets, and \"per-tensor(top-k)\" is not one|per-tensor(top-k)",
        "lossless(powersgd)|\"lossless\" needs a compression whose codes need not be added on the"
            + " way, and \"powersgd\" is not one|powersgd",
        "dense-below(1KB, dense-below(2KB, top-k))|\"dense-below\" needs a compression that does"
            + " not yet choose by size, and \"dense-below(2KB, top-k)\" is not"
            + " one|dense-below(2KB, top-k)",
      })
  void what_does_not_go_together_is_refused_with_the_reason_and_the_nearest_that_does(
      String line, String reason, String nearest) {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Strategy.parse(line))
        .withMessage("%s; the nearest strategy that can be trained with is \"%s\"", reason, nearest)
        .satisfies(e -> assertThat(e.suggestion()).hasValue(nearest));
  }

  @Test
  void any_line_of_right_terms_is_valid_or_refused_with_a_suggestion_that_trains() {
    Trials.forAll(draw -> assertValidOrRepaired(RandomLine.of(draw)));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void any_two_names_are_valid_together_or_refused_with_a_suggestion_that_trains(Entry one) {
    for (var other : Catalogue.entries()) {
      if (other.axis().compareTo(one.axis()) > 0) {
        assertValidOrRepaired(
            RandomLine.bare(one, "onebit") + " + " + RandomLine.bare(other, "onebit"));
      }
    }
  }

  private static void assertValidOrRepaired(String line) {
    try {
      var strategy = Strategy.parse(line);
      assertThat(Strategy.parse(strategy.canonical())).isEqualTo(strategy);
    } catch (StrategyException e) {
      assertThat(e).hasMessageNotContaining("\n");
      assertThat(e.suggestion()).as(line).isPresent();
      var repaired = Strategy.parse(e.suggestion().orElseThrow());
      assertThat(repaired.brief()).isEqualTo(e.suggestion().orElseThrow());
      assertThat(repaired.refusal(Use.TRAIN)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void every_name_is_part_of_some_valid_strategy(Entry entry) {
    assertThat(List.of("onebit", "natural"))
        .map(it -> RandomLine.validOrNearest(RandomLine.bare(entry, it)).canonical())
        .anyMatch(canonical -> canonical.contains(entry.name()));
  }
}
