package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Presets;
import io.weft.strategy.Name;
import io.weft.strategy.Strategy;
import io.weft.strategy.line.StrategyException;
import io.weft.zoo.Zoo;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that can be written in a strategy is ignored in silence. */
class UnmodelledTest {
  private static final Job JOB =
      Job.of(Zoo.named("gpt-nano"), 16, Presets.named("1gbe-cpu"), 20, 0.002);

  /** A parameter, and two strategies that differ in it. */
  private static final String MATRIX =
      """
      wfbp.bucket | wfbp(bucket=64KB) | wfbp(bucket=25MB)
      dear.bucket | dear(bucket=64KB) | dear(bucket=25MB)
      priority.partition | priority(partition=32KB) | priority(partition=1MB)
      priority.credit | priority(partition=32KB, credit=32KB) | priority(partition=32KB, credit=1GB)
      sharded.stage | sharded(stage=1) | sharded(stage=3)
      sharded.stage | sharded(stage=1) | sharded(stage=2)
      parameter-server.servers | parameter-server(servers=1) + wfbp | parameter-server(servers=3) + wfbp
      parameter-server.placement | parameter-server + wfbp | parameter-server(placement=dedicated) + wfbp
      local-sgd.period | local-sgd(period=2) | local-sgd(period=8)
      int8.rounding | wfbp + int8 | wfbp + int8(rounding=stochastic)
      int4.rounding | wfbp + int4 | wfbp + int4(rounding=stochastic)
      signum.momentum | wfbp + signum | wfbp + signum(momentum=0.5)
      qsgd.levels | wfbp + qsgd(levels=4) | wfbp + qsgd(levels=64)
      qsgd.bucket | wfbp + qsgd(bucket=128) | wfbp + qsgd(bucket=4096)
      terngrad.clip | wfbp + terngrad | wfbp + terngrad(clip=4)
      top-k.density | wfbp + top-k(density=0.01) | wfbp + top-k(density=0.1)
      top-k-sampled.density | wfbp + top-k-sampled(density=0.01) | wfbp + top-k-sampled(density=0.1)
      top-k-sampled.sample | wfbp + top-k-sampled(sample=0.01) | wfbp + top-k-sampled(sample=0.5)
      gaussian-k.density | wfbp + gaussian-k(density=0.01) | wfbp + gaussian-k(density=0.1)
      random-k.density | wfbp + random-k(density=0.01) | wfbp + random-k(density=0.1)
      random-block.density | wfbp + random-block(density=0.01) | wfbp + random-block(density=0.1)
      threshold.tau | wfbp + threshold(tau=0.01) | wfbp + threshold(tau=1)
      dgc.density | wfbp + dgc(density=0.01) | wfbp + dgc(density=0.1)
      dgc.sample | wfbp + dgc(sample=0.01) | wfbp + dgc(sample=0.5)
      dgc.warmup | wfbp + dgc | wfbp + dgc(warmup=0)
      g-top-k.density | wfbp + g-top-k(density=0.01) | wfbp + g-top-k(density=0.1)
      ok-top-k.density | wfbp + ok-top-k(density=0.01) | wfbp + ok-top-k(density=0.1)
      sketch.rows | wfbp + sketch(rows=3) | wfbp + sketch(rows=5)
      sketch.columns | wfbp + sketch(columns=1000) | wfbp + sketch(columns=2000)
      sketch.density | wfbp + sketch(density=0.01) | wfbp + sketch(density=0.1)
      powersgd.rank | dear + powersgd(rank=2) | dear + powersgd(rank=4)
      powersgd.min-rate | wfbp + powersgd(min-rate=2) | wfbp + powersgd(min-rate=1000)
      acp-sgd.rank | wfbp + acp-sgd(rank=2) | wfbp + acp-sgd(rank=4)
      atomo.budget | wfbp + atomo(budget=1) | wfbp + atomo(budget=3)
      onebit-adam.freeze-step | wfbp + onebit-adam | wfbp + onebit-adam(freeze-step=0)
      distributed-lion.combine | wfbp + distributed-lion | wfbp + distributed-lion(mean)
      lion-cub.bits | wfbp + lion-cub(bits=1) | wfbp + lion-cub(bits=8)
      dense-below.size | wfbp + dense-below(1KB, top-k) | wfbp + dense-below(1MB, top-k)
      dense-below.size | wfbp + dense-below(1KB, powersgd) | wfbp + dense-below(1MB, powersgd)
      dense-first.steps | wfbp + dense-first(1, top-k) | wfbp + dense-first(9, top-k)
      """;

  private static Stream<Arguments> matrix() {
    return MATRIX.lines().map(line -> Arguments.of((Object[]) line.split(" \\| ", -1)));
  }

  /** A prediction in numbers, or the sentence of a refusal. */
  private static String outcome(Strategy strategy) {
    try {
      var found = JOB.scenario(strategy).simulate();
      return found.stepSeconds() + " s, " + found.wireBytesPerRank() + " bytes";
    } catch (IllegalArgumentException e) {
      return "refused: " + e.getMessage();
    }
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void two_values_give_two_predictions_or_a_sentence(String what, String one, String other) {
    var first = outcome(Strategy.parse(one));
    var second = outcome(Strategy.parse(other));
    boolean refused = first.startsWith("refused: ") && second.startsWith("refused: ");
    if (first.equals(second) && !refused) {
      var parameter = what.substring(what.indexOf('.') + 1);
      assertThat(Unmodelled.remarks(JOB, Strategy.parse(other)))
          .as("%s makes no difference: %s", what, first)
          .anySatisfy(it -> assertThat(it).contains(parameter + " of ", " makes no difference"));
    }
  }

  /** What the matrix above does not try belongs to names that are refused. */
  @Test
  void every_other_parameter_is_of_a_name_that_is_refused() {
    var names =
        Name.all().stream()
            .filter(name -> name.parameters().stream().anyMatch(it -> !it.kind().equals("term")))
            .filter(name -> !isTried(name))
            .map(Name::name)
            .collect(Collectors.toSet());
    assertThat(names).contains("ssp", "gossip", "diloco", "matcha");
    for (var name : names) {
      assertThat(lines(name)).as(name).isNotEmpty();
      assertThat(lines(name))
          .allSatisfy(
              line ->
                  assertThatThrownBy(() -> JOB.scenario(line))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessageContaining("cannot be simulated"));
    }
  }

  private static boolean isTried(Name name) {
    return name.parameters().stream()
        .filter(it -> !it.kind().equals("term"))
        .anyMatch(it -> MATRIX.contains(name.name() + "." + it.name() + " |"));
  }

  private static List<Strategy> lines(String name) {
    return List.of(
            name,
            name + " + parameter-server",
            "gossip + " + name,
            name + " + gossip",
            "gossip(matching) + " + name)
        .stream()
        .flatMap(
            line -> {
              try {
                return List.of(Strategy.parse(line)).stream();
              } catch (StrategyException e) {
                return List.<Strategy>of().stream(); // another line has it
              }
            })
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local-sgd + priority",
        "local-sgd + sequential",
        "local-sgd + fp16",
        "wfbp + lossless(top-k)",
        "wfbp + fastsgd"
      })
  void what_would_have_to_be_ignored_is_refused(String line) {
    assertThatThrownBy(() -> JOB.scenario(Strategy.parse(line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" cannot be simulated yet, because ");
  }

  @Test
  void who_trains_alone_takes_what_it_computes() {
    var found = Outlook.of(JOB, Strategy.parse("local"));
    assertThat(found.prediction().stepSeconds()).isCloseTo(0.002, within(1e-12));
    assertThat(found.prediction().wireBytesPerRank()).isZero();
    assertThat(found.hasInterval()).isFalse();
    assertThat(found.trainable()).isFalse();
  }

  @Test
  void a_credit_that_cannot_matter_is_remarked() {
    var shared = Job.of(Zoo.named("gpt-nano"), 16, Presets.named("10gbe-v100x4"), 64, 0.002);
    assertThat(Unmodelled.remarks(shared, Strategy.parse("priority")))
        .anySatisfy(it -> assertThat(it).contains("credit makes no difference here"));
    assertThat(Unmodelled.remarks(JOB, Strategy.parse("priority")))
        .noneSatisfy(it -> assertThat(it).contains("credit"));
  }
}
