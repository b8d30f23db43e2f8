package io.weft.schedule.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.FullySharded;
import io.weft.schedule.GlobalNormClipping;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.NormsOf;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.ShardedUpdates;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Mutants.Mutant;
import io.weft.trials.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A verifier is worth what it rejects: every small slip is refuted, or provably changes nothing.
 */
@Tag("sampled")
class MutationTest {
  static List<StepGraph> graphs() {
    Stream<Schedule> schedules =
        Stream.of(
            new Sequential(),
            new WaitFreeBackpropagation(),
            new DecoupledAllReduce(),
            new DecoupledAllReduce(DecoupledAllReduce.Gathered.GRADIENTS),
            new PriorityPropagation(),
            new ShardedUpdates(1),
            new FullySharded(),
            new GlobalNormClipping(new DecoupledAllReduce()),
            new NormsOf(new DecoupledAllReduce(), false),
            new LocalSteps(2),
            new DelayedGradients(1));
    var all =
        schedules.flatMap(
            schedule ->
                Stream.of(Shapes.TIED, Shapes.BARE_ENDS, Shape.bucketPerStage(2, 1))
                    .map(schedule::graph));
    return Thorough.sample(12, all.toList());
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void a_missing_task_is_refuted(StepGraph graph) {
    assertAllRefuted(
        Mutants.withoutOneTask(graph).stream()
            .filter(mutant -> !mutant.change().startsWith("no release")) // costs memory alone
            .toList());
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void a_missing_dependency_is_refuted(StepGraph graph) {
    assertAllRefuted(Mutants.withoutOneDependency(graph));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void a_wrong_task_is_refuted(StepGraph graph) {
    assertAllRefuted(Mutants.withOneTaskChanged(graph));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void a_wrong_declaration_is_refuted(StepGraph graph) {
    assertAllRefuted(Mutants.withOtherDeclarations(graph));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void a_dependency_elsewhere_is_refuted_or_changes_nothing(StepGraph graph) {
    assertAllRefutedOrEquivalent(graph, Mutants.withOneDependencyRedirected(graph));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void another_resource_changes_no_result(StepGraph graph) {
    var original = StepGraphVerifier.verify(graph);
    assertThat(Mutants.withOneResourceChanged(graph))
        .isNotEmpty()
        .allSatisfy(
            mutant ->
                assertThat(StepGraphVerifier.verify(mutant.graph()))
                    .as(mutant.change())
                    .isEqualTo(original));
  }

  private static void assertAllRefuted(List<Mutant> mutants) {
    assertThat(mutants).isNotEmpty();
    assertThat(mutants.stream().filter(MutationTest::proved).map(Mutant::change)).isEmpty();
  }

  private static boolean proved(Mutant mutant) {
    return StepGraphVerifier.verify(mutant.graph()) instanceof Verdict.Proved;
  }

  private static void assertAllRefutedOrEquivalent(StepGraph graph, List<Mutant> mutants) {
    var original = StepGraphVerifier.verify(graph);
    var verdicts =
        mutants.stream().map(mutant -> StepGraphVerifier.verify(mutant.graph())).toList();
    assertThat(verdicts).anyMatch(Verdict.Refuted.class::isInstance);
    assertThat(verdicts.stream().filter(Verdict.Proved.class::isInstance))
        .allMatch(original::equals);
  }
}
