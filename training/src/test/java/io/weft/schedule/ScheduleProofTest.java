package io.weft.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Mutants;
import io.weft.schedule.graph.Mutants.Mutant;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.Shapes;
import io.weft.schedule.graph.StepGraphVerifier;
import io.weft.schedule.graph.Verdict;
import io.weft.trials.Trials;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
public class ScheduleProofTest {
  private static final List<Shape> SHAPES =
      List.of(Shapes.TIED, Shapes.BARE_ENDS, Shape.bucketPerStage(3, 1));

  public static Stream<Schedule> all() {
    var summing =
        List.of(
            new Sequential(),
            new WaitFreeBackpropagation(),
            new PriorityPropagation(),
            new DecoupledAllReduce(),
            new DecoupledAllReduce(DecoupledAllReduce.Gathered.GRADIENTS),
            new ShardedUpdates(1),
            new FullySharded(),
            new DelayedGradients(1),
            new DelayedGradients(2));
    return Stream.of(
            summing.stream(),
            summing.stream().map(GlobalNormClipping::new),
            Stream.of(
                new MergedPropagation(),
                new NormsOf(new DecoupledAllReduce(), false),
                new NormsOf(new ShardedUpdates(1), false),
                new NormsOf(new FullySharded(), false),
                new NormsOf(new DelayedGradients(1), false),
                new NormsOf(new PriorityPropagation(), true),
                new NormsOf(new GlobalNormClipping(new DecoupledAllReduce()), false),
                new LocalSteps(1),
                new LocalSteps(2),
                new LocalSteps(3)))
        .flatMap(schedules -> schedules);
  }

  @ParameterizedTest
  @MethodSource("all")
  void keeps_its_law_for_any_shape(Schedule schedule) {
    Trials.forAll(
        draw -> {
          var graph = schedule.graph(Shapes.any(draw));
          assertThat(StepGraphVerifier.verify(graph)).isInstanceOf(Verdict.Proved.class);
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void computes_what_it_promises_in_any_order(Schedule schedule) {
    Trials.forAll(
        draw -> {
          var graph = schedule.graph(Shapes.any(draw));
          int ranks = draw.between(1, 3);
          int rounds = draw.between(1, 4);
          assertThat(ToyTraining.run(graph, ranks, rounds, ready -> draw.between(0, ready - 1)))
              .isEqualTo(ToyTraining.reference(graph, ranks, rounds));
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void waits_for_nothing_that_it_could_do_without(Schedule schedule) {
    for (var shape : SHAPES) {
      var mutants = Mutants.withoutOneDependency(schedule.graph(shape));
      assertThat(mutants).isNotEmpty();
      assertThat(mutants.stream().filter(ScheduleProofTest::proved).map(Mutant::change)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void keeps_its_law_with_an_agreement_on_losses(Schedule schedule) {
    Trials.forAll(
        draw -> {
          var graph = schedule.graph(Shapes.any(draw));
          var checked = FiniteCheck.added(graph);
          assertThat(StepGraphVerifier.verify(checked)).isInstanceOf(Verdict.Proved.class);
          assertThat(checked.round()).hasSize(graph.round().size() + 1).containsAll(graph.round());
        });
  }

  private static boolean proved(Mutant mutant) {
    return StepGraphVerifier.verify(mutant.graph()) instanceof Verdict.Proved;
  }

  @Test
  void a_large_model_is_proved_too() {
    var graph = new DecoupledAllReduce().graph(Shape.bucketPerStage(150, 2));
    assertThat(StepGraphVerifier.verify(graph)).isInstanceOf(Verdict.Proved.class);
  }

  @Test
  void each_schedule_declares_what_it_keeps() {
    assertThat(new Sequential().graph(Shapes.TIED).consistency())
        .isEqualTo(new Consistency.Exact());
    assertThat(new DelayedGradients(2).graph(Shapes.TIED).consistency())
        .isEqualTo(new Consistency.Delayed(2));
    assertThat(new LocalSteps(2).graph(Shapes.TIED).consistency())
        .isEqualTo(new Consistency.Local(2));
  }

  @Test
  void local_steps_have_no_global_norm() {
    var schedule = new GlobalNormClipping(new LocalSteps(2));
    assertThatThrownBy(() -> schedule.graph(Shapes.TIED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("local-sgd(period=2) never sums gradients");
  }

  @Test
  void impossible_periods_and_delays_are_refused() {
    assertThatThrownBy(() -> new LocalSteps(0)).hasMessageContaining("period=0");
    assertThatThrownBy(() -> new DelayedGradients(0)).hasMessageContaining("delay=0");
    assertThatThrownBy(() -> new ShardedUpdates(3)).hasMessageContaining("stage=3");
  }
}
