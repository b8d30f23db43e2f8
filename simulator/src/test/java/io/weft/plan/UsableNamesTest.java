package io.weft.plan;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.cluster.Presets;
import io.weft.strategy.Strategy;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.zoo.Zoo;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the catalogue says of each name, compared with what the simulator and the planner do. */
class UsableNamesTest {
  private static final Job JOB =
      Job.of(Zoo.named("resnet-50"), 64, Presets.named("10gbe-v100x4"), 4, 0.2529);

  /** Each name in a line that is valid, as far as there is one with the all-reduce. */
  private static String line(Entry entry) {
    return switch (entry.name()) {
      case "dense-below" -> "dense-below(64KB, top-k)";
      case "dense-first" -> "dense-first(10, top-k)";
      default -> entry.wraps() ? entry.name() + "(top-k)" : entry.name();
    };
  }

  static Stream<Entry> simulated() {
    return Catalogue.entries().stream().filter(entry -> entry.uses().contains(Use.SIMULATE));
  }

  @ParameterizedTest
  @MethodSource("simulated")
  void a_name_that_is_simulated_has_a_step(Entry entry) {
    var outlook = Outlook.of(JOB, Strategy.parse(line(entry)));
    assertThat(outlook.prediction().stepSeconds()).isPositive();
  }

  @Test
  void what_is_not_simulated_is_refused_with_a_line_that_is() {
    for (var line :
        new String[] {"sketch", "dad", "top-k + bruck", "gossip", "ssp + parameter-server"}) {
      assertThatExceptionOfType(StrategyException.class)
          .isThrownBy(() -> JOB.scenario(Strategy.parse(line)))
          .withMessageContaining("cannot be simulated yet, because of ")
          .satisfies(e -> JOB.scenario(Strategy.parse(e.suggestion().orElseThrow())).simulate());
    }
  }

  @Test
  @Tag("thorough")
  void names_that_are_planned_are_those_of_candidates_that_train() {
    var weighed =
        new Planner(JOB, true)
            .ranked().stream()
                .map(Candidate::strategy)
                .filter(strategy -> strategy.refusal(Use.TRAIN).isEmpty())
                .flatMap(strategy -> strategy.terms().values().stream())
                .flatMap(Term::nest)
                .map(Term::name)
                .collect(toSet());
    var declared =
        Catalogue.entries().stream()
            .filter(entry -> entry.uses().contains(Use.PLAN))
            .map(Entry::name)
            .collect(toSet());
    assertThat(declared).isEqualTo(weighed);
  }
}
