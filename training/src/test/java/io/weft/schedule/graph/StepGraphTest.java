package io.weft.schedule.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepGraphTest {
  private static final Shape TWO_STAGES = Shape.bucketPerStage(2, 1);

  @Test
  void a_round_without_ages_has_neither_prologue_nor_epilogue() {
    var graph = new WaitFreeBackpropagation().graph(TWO_STAGES);
    assertThat(graph.prologue()).isEmpty();
    assertThat(graph.epilogue()).isEmpty();
  }

  @Test
  void the_prologue_of_dear_gathers_nothing_and_its_epilogue_nothing_else() {
    var graph = new DecoupledAllReduce().graph(TWO_STAGES);
    var gathers =
        List.of(
            new Transfer(0, Phase.ALL_GATHER_PARAMETERS),
            new Transfer(1, Phase.ALL_GATHER_PARAMETERS));
    assertThat(graph.prologue()).hasSize(1);
    assertThat(tasks(graph.prologue().getFirst()))
        .doesNotContainAnyElementsOf(gathers)
        .hasSize(graph.round().size() - 2);
    assertThat(graph.epilogue()).hasSize(1);
    assertThat(tasks(graph.epilogue().getFirst())).isEqualTo(gathers);
  }

  @Test
  void a_delay_of_two_has_two_rounds_of_prologue_and_of_epilogue() {
    var graph = new DelayedGradients(2).graph(Shape.bucketPerStage(1, 1));
    var update = new Update(0, 0, Extent.WHOLE);
    assertThat(graph.prologue()).hasSize(2).allMatch(round -> !tasks(round).contains(update));
    assertThat(graph.epilogue()).hasSize(2).allMatch(round -> tasks(round).equals(List.of(update)));
  }

  @Test
  void a_run_lists_what_comes_before_each_task() {
    var run = new DecoupledAllReduce().graph(TWO_STAGES).unroll(2);
    assertThat(before(run, 0, new Forward(0, 0))).isEmpty();
    assertThat(before(run, 0, new Forward(1, 0))).containsExactly(new Forward(0, 0));
    assertThat(before(run, 1, new Forward(1, 0)))
        .containsExactlyInAnyOrder(new Forward(0, 0), new Transfer(1, Phase.ALL_GATHER_PARAMETERS));
    assertThat(before(run, 2, new Transfer(1, Phase.ALL_GATHER_PARAMETERS)))
        .containsExactly(new Update(1, 0, Extent.SHARD));
    assertThat(run).allMatch(instance -> instance.round() <= 2);
  }

  @Test
  void who_waits_for_a_task_that_is_left_out_waits_for_what_it_would_have_waited_for() {
    var run = new DelayedGradients(1).graph(Shape.bucketPerStage(1, 1)).unroll(2);
    assertThat(before(run, 1, new Forward(0, 0))).containsExactly(new Backward(0, 0));
  }

  @Test
  void an_instance_knows_the_round_whose_work_it_does() {
    var run = new DelayedGradients(1).graph(Shape.bucketPerStage(1, 1)).unroll(1);
    assertThat(run.getLast()).hasToString("update of bucket 0 in round 1");
    assertThat(run.getLast().origin()).isZero();
  }

  @Test
  void a_task_listed_twice_is_refused() {
    var forward = Node.of(new Forward(0, 0));
    assertRefused(List.of(forward, forward), "forward of stage 0 is listed twice");
  }

  @Test
  void a_circle_is_refused() {
    assertRefused(
        List.of(
            Node.of(new Forward(0, 0)).after(new Forward(1, 0)),
            Node.of(new Forward(1, 0)).after(new Forward(0, 0))),
        "forward of stage 0 waits for forward of stage 1, which is not listed before it");
  }

  @Test
  void a_dependency_on_a_task_that_is_nowhere_is_refused() {
    assertRefused(
        List.of(Node.of(new Forward(0, 0)).afterPrevious(new Backward(0, 0))),
        "waits for backward of stage 0 of the round before, which is not listed:");
  }

  @Test
  void numbers_outside_the_shape_are_refused() {
    assertRefused(List.of(Node.of(new Forward(2, 0))), "there is no stage 2, choose 0 to 1");
    assertRefused(List.of(Node.of(new Backward(0, 1))), "there is no micro-step 1");
    assertRefused(
        List.of(Node.of(new Update(2, 0, Extent.WHOLE))), "there is no bucket 2, choose 0 to 1");
    assertRefused(List.of(Node.of(new Update(0, 1, Extent.WHOLE))), "there is no step 1");
    assertRefused(
        List.of(Node.of(new Task.Agree("norm", List.of(5), Extent.WHOLE))), "no bucket 5");
    assertRefused(
        List.of(Node.of(new Transfer(0, Phase.ALL_REDUCE_GRADIENTS, -1))), "there is no turn -1");
  }

  @Test
  void a_round_in_which_nothing_begins_is_refused() {
    assertRefused(List.of(Node.of(new Forward(0, 0)).aged(1)), "has no task of age 0");
  }

  @Test
  void impossible_nodes_are_refused() {
    var forward = Node.of(new Forward(0, 0));
    assertThatThrownBy(() -> forward.on(Resource.LINK))
        .hasMessage("forward of stage 0 cannot occupy LINK: choose one of [COMPUTE]");
    assertThatThrownBy(() -> forward.aged(-1)).hasMessageContaining("has age -1");
    assertThatThrownBy(() -> new Dependency(new Forward(0, 0), -1))
        .hasMessageContaining("roundsBack=-1");
  }

  @Test
  void impossible_shapes_are_refused() {
    assertThatThrownBy(() -> new Shape(0, List.of(List.of(0)), 1))
        .hasMessageContaining("a model of 0 stages");
    assertThatThrownBy(() -> new Shape(1, List.of(List.of(0), List.of()), 1))
        .hasMessage("bucket 1 is used by stages []: name one or more of 0 to 0");
    assertThatThrownBy(() -> new Shape(1, List.of(List.of(1)), 1))
        .hasMessage("bucket 0 is used by stages [1]: name one or more of 0 to 0");
  }

  @Test
  void a_shape_knows_who_uses_what() {
    assertThat(Shapes.TIED.bucketsOf(0)).containsExactly(0, 1);
    assertThat(Shapes.TIED.bucketsOf(2)).containsExactly(1, 2);
    assertThat(Shapes.TIED.bucketsFirstUsedBy(0)).containsExactly(0, 1);
    assertThat(Shapes.TIED.bucketsFirstUsedBy(2)).isEmpty();
    assertThat(new Shape(3, List.of(List.of(2, 0, 2)), 1).users()).containsExactly(List.of(0, 2));
  }

  private static void assertRefused(List<Node> round, String why) {
    assertThatThrownBy(() -> StepGraph.of("wrong", new Consistency.Exact(), TWO_STAGES, round))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static List<Task> tasks(List<Node> nodes) {
    return nodes.stream().map(Node::task).toList();
  }

  private static List<Task> before(List<Instance> run, int round, Task task) {
    var instance =
        run.stream()
            .filter(other -> other.round() == round && other.task().equals(task))
            .findFirst()
            .orElseThrow();
    return instance.predecessors().stream().map(index -> run.get(index).task()).toList();
  }
}
