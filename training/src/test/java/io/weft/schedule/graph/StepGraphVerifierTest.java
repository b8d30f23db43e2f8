package io.weft.schedule.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.GlobalNormClipping;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Release;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The law, clause by clause: what is refuted, and in which words. */
class StepGraphVerifierTest {
  private static final Shape ONE = Shape.bucketPerStage(1, 1);
  private static final Transfer SUM = new Transfer(0, Phase.ALL_REDUCE_GRADIENTS);
  private static final Transfer AVERAGE = new Transfer(0, Phase.AVERAGE_PARAMETERS);
  private static final Update UPDATE = new Update(0, 0, Extent.WHOLE);

  @Test
  void a_bulk_synchronous_round_is_exact() {
    var graph =
        StepGraph.of(
            "by hand",
            new Consistency.Exact(),
            ONE,
            List.of(
                Node.of(new Forward(0, 0)).afterPrevious(UPDATE),
                Node.of(new Backward(0, 0)).after(new Forward(0, 0)),
                Node.of(SUM).after(new Backward(0, 0)),
                Node.of(UPDATE).after(SUM)));
    assertThat(StepGraphVerifier.verify(graph)).isInstanceOf(Verdict.Proved.class);
    assertThat(new Sequential().graph(ONE).round()).isEqualTo(graph.round());
  }

  @Test
  void forward_must_not_read_parameters_while_they_are_updated() {
    assertRefuted(
        without(new WaitFreeBackpropagation().graph(ONE), new Forward(0, 0), UPDATE),
        "update of bucket 0 in round 0 and forward of stage 0 in round 1 both touch"
            + " the parameters of bucket 0 (own shard), and nothing orders them");
  }

  @Test
  void exact_is_not_delayed_and_delayed_is_not_exact() {
    var exact = new WaitFreeBackpropagation().graph(ONE);
    assertRefuted(
        declared(exact, new Consistency.Delayed(1)),
        "forward of stage 0 in round 1 reads the parameters of bucket 0 (own shard)"
            + " with 1 shared and 0 own updates,"
            + " and delayed(1) promises 0 shared and 0 own updates");
    var delayed = new DelayedGradients(1).graph(ONE);
    assertRefuted(
        declared(delayed, new Consistency.Exact()),
        "forward of stage 0 in round 1 reads the parameters of bucket 0 (own shard)"
            + " with 0 shared and 0 own updates, and exact promises 1 shared and 0 own updates");
  }

  @Test
  void an_agreement_is_about_gradients_as_they_are_when_it_is_used() {
    var measure = new Local("measure", 0, 0, Extent.WHOLE, List.of());
    var agree = new Agree("norms", List.of(0), Extent.WHOLE);
    var trust = new Local("trust", 0, 0, Extent.WHOLE, List.of("norms"));
    assertThat(StepGraphVerifier.verify(treated(measure, agree, trust)))
        .isInstanceOf(Verdict.Proved.class);
    assertRefuted(
        treated(agree, measure, trust),
        "trust of bucket 0 in round 0 reads the agreement on norms and finds that of round 0"
            + " about buckets [0], which says nothing about bucket 0 after [measure] in round 0");
  }

  /** One after the other between exchange and update. */
  private static StepGraph treated(Task... tasks) {
    var round = new ArrayList<Node>();
    round.add(Node.of(new Forward(0, 0)).afterPrevious(UPDATE));
    round.add(Node.of(new Backward(0, 0)).after(new Forward(0, 0)));
    round.add(Node.of(SUM).after(new Backward(0, 0)));
    for (var task : tasks) {
      round.add(Node.of(task).after(round.getLast().task()));
    }
    round.add(Node.of(UPDATE).after(round.getLast().task()));
    return new StepGraph(
        "treated", new Consistency.Exact(), ONE, 1, List.of("measure", "trust"), round);
  }

  @Test
  void a_delay_without_a_second_buffer_mixes_gradients() {
    var delayed = new DelayedGradients(1).graph(ONE);
    assertRefuted(
        new StepGraph("one buffer", delayed.consistency(), ONE, 1, List.of(), delayed.round()),
        "all-reduce of gradients of bucket 0 in round 0 and backward of stage 0 in round 1"
            + " both touch the gradients of bucket 0 (own shard), and nothing orders them");
  }

  @Test
  void an_update_needs_the_sum_of_all_ranks() {
    assertRefuted(
        StepGraph.of(
            "no exchange",
            new Consistency.Exact(),
            ONE,
            List.of(
                Node.of(new Forward(0, 0)).afterPrevious(UPDATE),
                Node.of(new Backward(0, 0)).after(new Forward(0, 0)),
                Node.of(UPDATE).after(new Backward(0, 0)))),
        "update of bucket 0 in round 0 finds contributions of this rank (1) in the gradients of"
            + " bucket 0 (own shard), due were contributions of all ranks (1) of this step");
  }

  @Test
  void an_exchange_needs_the_contributions_of_all_stages_that_use_the_bucket() {
    var tied = new Shape(2, List.of(List.of(0, 1)), 1);
    assertRefuted(
        StepGraph.of(
            "too early",
            new Consistency.Exact(),
            tied,
            List.of(
                Node.of(new Forward(0, 0)).afterPrevious(UPDATE),
                Node.of(new Forward(1, 0)).after(new Forward(0, 0)),
                Node.of(new Backward(1, 0)).after(new Forward(1, 0)),
                Node.of(SUM).after(new Backward(1, 0)),
                Node.of(new Backward(0, 0)).after(new Backward(1, 0)),
                Node.of(UPDATE).after(SUM, new Backward(0, 0)))),
        "all-reduce of gradients of bucket 0 in round 0 finds contributions of this rank (1) in the"
            + " gradients of bucket 0 (own shard), due were contributions of this rank (2)");
  }

  @Test
  void gradients_are_summed_once() {
    var again = new Transfer(0, Phase.ALL_REDUCE_GRADIENTS, 1);
    assertRefuted(
        StepGraph.of(
            "twice",
            new Consistency.Exact(),
            ONE,
            List.of(
                Node.of(new Forward(0, 0)).afterPrevious(UPDATE),
                Node.of(new Backward(0, 0)).after(new Forward(0, 0)),
                Node.of(SUM).after(new Backward(0, 0)),
                Node.of(again).after(SUM),
                Node.of(UPDATE).after(again))),
        "all-reduce of gradients of bucket 0, turn 1 in round 0"
            + " finds contributions of all ranks (1)");
  }

  @Test
  void after_the_epilogue_of_dear_every_rank_holds_everything() {
    var dear = new DecoupledAllReduce().graph(ONE);
    var gather = new Transfer(0, Phase.ALL_GATHER_PARAMETERS);
    assertRefuted(
        replace(dear, gather, Node.of(gather).afterPrevious(new Update(0, 0, Extent.SHARD))),
        "after the epilogue (rounds: 1) the parameters of bucket 0 (other shards)"
            + " hold 0 shared and 0 own updates, due were 1 shared and 0 own updates");
  }

  @Test
  void what_is_exchanged_is_used() {
    var dear = new DecoupledAllReduce().graph(ONE);
    var half = new Transfer(0, Phase.REDUCE_SCATTER_GRADIENTS);
    var update = new Update(0, 0, Extent.SHARD);
    var round = new ArrayList<>(withoutTask(dear, half).round());
    round.removeLast();
    round.add(Node.of(SUM).after(new Backward(0, 0)));
    round.add(Node.of(update).after(SUM));
    assertRefuted(
        StepGraph.of("all of it", dear.consistency(), ONE, round),
        "all-reduce of gradients of bucket 0 in round 0 brings the gradients of bucket 0"
            + " (other shards), and nobody uses them");
  }

  @Test
  void a_local_round_averages_after_all_its_steps() {
    var local = new LocalSteps(2).graph(ONE);
    assertRefuted(
        replace(local, AVERAGE, Node.of(AVERAGE)),
        "update of bucket 0, step 1 in round 0 and average of parameters of bucket 0 in round 0"
            + " both touch the parameters of bucket 0 (own shard), and nothing orders them");
    assertRefuted(
        withoutTask(local, AVERAGE),
        "hold 0 shared and 2 own updates, due were 2 shared and 0 own updates");
  }

  @Test
  void a_local_round_averages_once() {
    var local = new LocalSteps(1).graph(ONE);
    var again = new Transfer(0, Phase.AVERAGE_PARAMETERS, 1);
    var round = new ArrayList<>(local.round());
    round.set(0, Node.of(new Forward(0, 0)).afterPrevious(again));
    round.add(Node.of(again).after(AVERAGE));
    assertRefuted(
        StepGraph.of("twice", local.consistency(), ONE, round),
        "finds the parameters of bucket 0 (own shard) with 1 shared and 0 own updates,"
            + " and local(1) averages once a round, after all its own updates");
  }

  @Test
  void parameters_that_differ_between_ranks_are_not_gathered() {
    var local = new LocalSteps(1).graph(ONE);
    var gather = new Transfer(0, Phase.ALL_GATHER_PARAMETERS);
    var round = new ArrayList<>(local.round());
    round.add(2, Node.of(gather).after(new Backward(0, 0)));
    round.set(3, Node.of(UPDATE).after(new Backward(0, 0)));
    round.set(2, round.set(3, Node.of(gather).after(UPDATE)));
    assertRefuted(
        StepGraph.of("gathered", local.consistency(), ONE, round),
        "all-gather of parameters of bucket 0 in round 0 finds the parameters of bucket 0"
            + " (own shard) with 0 shared and 1 own updates, which every rank has others of");
  }

  @Test
  void parameters_that_were_given_up_are_not_read() {
    var graph = new WaitFreeBackpropagation().graph(ONE);
    var round = new ArrayList<>(graph.round());
    round.add(1, Node.of(new Release(0, 0)).after(new Forward(0, 0)));
    round.set(2, Node.of(new Backward(0, 0)).after(new Release(0, 0)));
    assertRefuted(
        StepGraph.of("given up", graph.consistency(), ONE, round),
        "backward of stage 0 in round 0 reads the parameters of bucket 0 (other shards)"
            + " with nothing");
  }

  @Test
  void every_stage_runs_both_ways() {
    var graph = new WaitFreeBackpropagation().graph(Shapes.BARE_ENDS);
    assertRefuted(withoutTask(graph, new Backward(0, 0)), "wfbp has no backward of stage 0");
  }

  @Test
  void a_clipped_gradient_is_applied_only_after_the_ranks_have_agreed() {
    var graph = new GlobalNormClipping(new WaitFreeBackpropagation()).graph(ONE);
    var clip = new Local("clip", 0, 0, Extent.WHOLE, List.of("norm"));
    var agree = new Agree("norm", List.of(0), Extent.WHOLE);
    assertThat(StepGraphVerifier.verify(graph)).isInstanceOf(Verdict.Proved.class);
    assertRefuted(
        replace(graph, UPDATE, Node.of(UPDATE).after(agree)),
        "clip of bucket 0 in round 0 and update of bucket 0 in round 0 both touch");
    assertRefuted(
        replace(graph, clip, Node.of(clip).after(SUM)),
        "agreement on norm in round 0 and clip of bucket 0 in round 0 both touch"
            + " the agreement on norm, and nothing orders them");
    assertRefuted(
        replace(withoutTask(graph, clip), UPDATE, Node.of(UPDATE).after(agree)),
        "update of bucket 0 in round 0 applies a gradient after [], promised was after [clip]");
  }

  private static void assertRefuted(StepGraph graph, String why) {
    assertThat(StepGraphVerifier.verify(graph))
        .isInstanceOfSatisfying(
            Verdict.Refuted.class, refuted -> assertThat(refuted.why()).contains(why));
  }

  private static StepGraph declared(StepGraph graph, Consistency consistency) {
    return new StepGraph(
        graph.name(),
        consistency,
        graph.shape(),
        graph.gradientBuffers(),
        graph.treatments(),
        graph.round());
  }

  private static StepGraph replace(StepGraph graph, Task task, Node other) {
    return withRound(
        graph,
        graph.round().stream().map(node -> node.task().equals(task) ? other : node).toList());
  }

  private static StepGraph withoutTask(StepGraph graph, Task task) {
    var round = new ArrayList<Node>();
    for (var node : graph.round()) {
      if (!node.task().equals(task)) {
        round.add(withoutDependency(node, task));
      }
    }
    return withRound(graph, round);
  }

  private static StepGraph without(StepGraph graph, Task from, Task dependency) {
    return withRound(
        graph,
        graph.round().stream()
            .map(node -> node.task().equals(from) ? withoutDependency(node, dependency) : node)
            .toList());
  }

  private static Node withoutDependency(Node node, Task task) {
    var kept = new LinkedHashSet<>(node.dependencies());
    kept.removeIf(dependency -> dependency.task().equals(task));
    return node.withDependencies(kept);
  }

  private static StepGraph withRound(StepGraph graph, List<Node> round) {
    return new StepGraph(
        graph.name(),
        graph.consistency(),
        graph.shape(),
        graph.gradientBuffers(),
        graph.treatments(),
        round);
  }
}
