package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cluster.Presets;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.plan.Candidate;
import io.weft.plan.Job;
import io.weft.plan.Planner;
import io.weft.strategy.Name;
import io.weft.strategy.Strategy;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.training.StrategySettings;
import io.weft.trials.Thorough;
import io.weft.zoo.Zoo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code show} says of a strategy, compared with what train, simulate and plan do with it. */
@Tag("sampled")
class ShownUsesTest {
  /** On hosts of one rank each, and on one host: some collectives are for one of these. */
  private static final List<Job> JOBS =
      Stream.of("1gbe-cpu", "10gbe-v100x4")
          .map(it -> Job.of(Zoo.named("gpt-nano"), 16, Presets.named(it), 4, 0.002))
          .toList();

  private static final Rate RATE = new Rate.Constant(0.001);
  private static final List<Optimizer> OPTIMIZERS =
      List.of(new Sgd(0.9, false, 0), new AdamW(0.9, 0.999, 1e-8, 0), new Lion(0.9, 0.99, 0));

  /** Of each strategy that is weighed its names. */
  private static final Set<List<String>> PLANNED =
      new Planner(JOBS.getFirst(), true)
          .ranked().stream()
              .map(Candidate::strategy)
              .filter(strategy -> trains(strategy))
              .map(ShownUsesTest::names)
              .collect(Collectors.toSet());

  /** Each name alone, and pairs of names of two axes, as far as they are valid. */
  private static Set<Strategy> strategies() {
    var names = Name.all().stream().map(ShownUsesTest::bare).toList();
    var pairs = new ArrayList<String>();
    for (var one : names) {
      names.stream()
          .filter(it -> it.compareTo(one) > 0)
          .map(it -> one + " + " + it)
          .forEach(pairs::add);
    }
    var lines =
        Stream.of(
                names, Thorough.sample(250, pairs), List.of("local-sgd + priority", "dear + fp16"))
            .flatMap(List::stream);
    var valid = new LinkedHashSet<Strategy>();
    lines.forEach(
        line -> {
          try {
            valid.add(Strategy.parse(line));
          } catch (StrategyException e) {
            assertThat(e).hasMessageNotContaining("\n"); // two of one axis, or no such strategy
          }
        });
    return valid;
  }

  private static String bare(Name name) {
    return switch (name.name()) {
      case "dense-below" -> "dense-below(64KB, top-k)";
      case "dense-first" -> "dense-first(10, top-k)";
      default -> name.axis().endsWith("wrapper") ? name.name() + "(top-k)" : name.name();
    };
  }

  private static List<String> names(Strategy strategy) {
    return strategy.terms().values().stream().flatMap(Term::nest).map(Term::name).toList();
  }

  /** Whether training has settings for it, with the optimizer that it may ask for. */
  private static boolean trains(Strategy strategy) {
    return !StrategySettings.isLocal(strategy)
        && OPTIMIZERS.stream()
            .anyMatch(
                optimizer -> {
                  try {
                    return StrategySettings.of(strategy, 1, optimizer, RATE) != null;
                  } catch (IllegalArgumentException e) {
                    return false;
                  }
                });
  }

  private static boolean simulates(Strategy strategy) {
    return JOBS.stream()
        .anyMatch(
            job -> {
              try {
                return job.scenario(strategy).simulate().stepSeconds() > 0;
              } catch (IllegalArgumentException e) {
                return false;
              }
            });
  }

  @Test
  void what_is_shown_is_what_is_done_and_what_is_refused_comes_with_a_line_that_is_not() {
    var strategies = strategies();
    var wrong = new ArrayList<String>();
    for (var strategy : strategies) {
      var shown = ShowStrategyEvent.of("", strategy, "", Optional.empty());
      var done = new boolean[] {trains(strategy), simulates(strategy), plans(strategy)};
      if (!Arrays.equals(done, new boolean[] {shown.trains(), shown.simulates(), shown.plans()})) {
        wrong.add("%s does %s and shows %s".formatted(strategy, Arrays.toString(done), shown));
      }
      for (var use : Use.values()) {
        strategy.refusal(use).ifPresent(refusal -> assertThatItsSuggestionCan(use, refusal));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(strategies).hasSizeGreaterThan(60);
  }

  private static boolean plans(Strategy strategy) {
    return PLANNED.contains(names(strategy));
  }

  private static void assertThatItsSuggestionCan(Use use, StrategyException refusal) {
    var other = Strategy.parse(refusal.suggestion().orElseThrow());
    assertThat(other.uses()).as(refusal.getMessage()).contains(use);
  }
}
