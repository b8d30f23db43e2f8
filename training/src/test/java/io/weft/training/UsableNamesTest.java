package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.collective.World;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.strategy.RandomLine;
import io.weft.strategy.Strategy;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.trials.Trials;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the catalogue says of each name, compared with what training does. */
@Tag("sampled")
class UsableNamesTest {
  private static final Set<Use> TRAIN = Set.of(Use.TRAIN);
  private static final Rate RATE = new Rate.Constant(0.001);

  static Stream<Entry> trained() {
    return Catalogue.entries().stream().filter(entry -> entry.uses().contains(Use.TRAIN));
  }

  static Stream<Entry> untrained() {
    return Catalogue.entries().stream().filter(entry -> !entry.uses().contains(Use.TRAIN));
  }

  @ParameterizedTest
  @MethodSource("trained")
  void a_name_that_trains_does_two_rounds(Entry entry) {
    assertTrains(strategy(entry));
  }

  private static void assertTrains(Strategy strategy) {
    var settings = settings(strategy);
    World.spawn(
        4,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            training.round(true);
            training.round(false);
            assertThat(training.measurements().averageLoss()).as(strategy.canonical()).isFinite();
          }
        });
  }

  /** Also where it must be agreed on sizes, or where something stays dense. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "top-k + pairwise",
        "dear + int8 + bruck",
        "sharded(2) + fp16 + ring",
        "wfbp + sketch(rows=5, columns=64, density=0.1) + ordered",
        "dear + terngrad + pairwise",
      })
  void a_collective_is_used_for_what_it_does(String line) {
    assertTrains(Strategy.parse(line));
  }

  @Test
  @Tag("thorough")
  void any_line_whose_names_train_does_two_rounds() {
    Trials.forAll(draw -> assertTrains(RandomLine.validOrNearest(RandomLine.of(draw), TRAIN)));
  }

  /** One that trains and holds the name; feedback is no part of what has it already. */
  private static Strategy strategy(Entry entry) {
    return Stream.of("onebit", "natural")
        .map(it -> RandomLine.validOrNearest(RandomLine.bare(entry, it), TRAIN))
        .filter(it -> it.canonical().contains(entry.name()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no strategy that trains holds " + entry.name()));
  }

  @ParameterizedTest
  @MethodSource("untrained")
  void a_name_that_does_not_train_is_refused_with_a_line_that_does(Entry entry) {
    var strategy = RandomLine.validOrNearest(RandomLine.bare(entry, "onebit"), Set.of());
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> strategy.require(Use.TRAIN))
        .withMessageContaining("cannot be trained with yet, because of ")
        .withMessageContaining(entry.name())
        .satisfies(e -> settings(Strategy.parse(e.suggestion().orElseThrow())));
  }

  @Test
  void any_line_whose_names_train_has_settings() {
    Trials.forAll(
        draw ->
            assertThat(settings(RandomLine.validOrNearest(RandomLine.of(draw), TRAIN)))
                .isNotNull());
  }

  private static Settings settings(Strategy strategy) {
    return StrategySettings.of(strategy, 1, optimizer(strategy), RATE, 5, 10);
  }

  /** Of a compression that is one with its optimizer, that one. */
  private static Optimizer optimizer(Strategy strategy) {
    var core =
        strategy.term(Axis.COMPRESSION).stream()
            .flatMap(Term::nest)
            .reduce((_, inner) -> inner)
            .map(Term::name)
            .orElse("");
    return switch (core) {
      case "onebit-adam" -> new AdamW(0.9, 0.99, 1e-8, 0);
      case "distributed-lion", "lion-cub" -> new Lion(0.9, 0.99, 0);
      default -> Quadrants.SGD;
    };
  }

  @Test
  void these_train() {
    assertThat(trained().filter(it -> it.axis() != Axis.COMPRESSION).map(Entry::name).toList())
        .containsExactlyElementsOf(
            List.of(
                ("bsp all-reduce sequential wfbp mg-wfbp priority dear sharded auto ring ordered"
                        + " recursive-doubling halving-doubling binomial-tree double-tree"
                        + " hierarchical torus blueconnect direct flat star pairwise bruck")
                    .split(" ")));
  }
}
