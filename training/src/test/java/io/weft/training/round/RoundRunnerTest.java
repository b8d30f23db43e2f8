package io.weft.training.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.ScheduleProofTest;
import io.weft.schedule.ToyRank;
import io.weft.schedule.ToyTraining;
import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.Shapes;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class RoundRunnerTest {
  /** Performs tasks on a toy, and exchanges for real. */
  private record ToyPerformer(ToyRank toy) implements Performer {
    @Override
    public void perform(Task task, long round) {
      switch (task) {
        case Task.Forward(var stage, var micro) -> toy.forward(round, stage, micro);
        case Task.Backward(var stage, var micro) -> toy.backward(round, stage, micro);
        case Task.Update(var bucket, _, var extent) -> toy.update(bucket, extent, round);
        case Task.Local(_, var bucket, _, var extent, var names) ->
            toy.treat(bucket, extent, names, round);
        case Task.Release(var bucket, _) -> toy.release(bucket);
        case Task.Transfer _, Task.Agree _ -> throw new AssertionError(task);
      }
    }

    @Override
    public void exchange(Task task, long round, Communicator communicator) {
      switch (task) {
        case Task.Transfer(var bucket, var phase, _) -> {
          var gradients = Tensor.of(toy.gradient(bucket, round));
          var parameters = Tensor.of(toy.parameters(bucket));
          switch (phase) {
            case ALL_REDUCE_GRADIENTS -> communicator.allReduce(gradients, Reduction.SUM);
            case REDUCE_SCATTER_GRADIENTS -> communicator.reduceScatter(gradients, Reduction.SUM);
            case ALL_GATHER_GRADIENTS -> communicator.allGather(gradients);
            case ALL_GATHER_PARAMETERS -> communicator.allGather(parameters);
            case AVERAGE_PARAMETERS -> communicator.allReduce(parameters, Reduction.SUM);
          }
        }
        case Task.Agree(var name, var buckets, var extent) -> {
          long[] opinion = {toy.opinion(buckets, extent, round)};
          if (extent == Extent.SHARD) {
            communicator.allReduce(Tensor.of(opinion), Reduction.SUM);
          }
          toy.agree(name, opinion[0]);
        }
        default -> throw new AssertionError(task);
      }
    }
  }

  @Test
  void computes_what_the_graph_promises() {
    var schedules = ScheduleProofTest.all().toList();
    Trials.forAll(
        draw -> {
          var graph = draw.oneOf(schedules).graph(Shapes.any(draw));
          int ranks = draw.between(1, 3);
          int rounds = draw.between(1, 5);
          assertThat(run(graph, ranks, cuts(draw, graph, rounds)))
              .isEqualTo(ToyTraining.reference(graph, ranks, rounds));
        });
  }

  /** For each round whether another follows in its run. A delay would begin anew with each run. */
  private static List<Boolean> cuts(Draw draw, StepGraph graph, int rounds) {
    var cuts = new ArrayList<Boolean>();
    for (int round = 0; round < rounds; round++) {
      boolean cut = graph.consistency() instanceof Consistency.Exact && draw.between(0, 2) == 0;
      cuts.add(!cut && round < rounds - 1);
    }
    return cuts;
  }

  private static long[][][] run(StepGraph graph, int ranks, List<Boolean> cuts) {
    var parameters = new long[ranks][][];
    World.spawn(
        ranks,
        communicator -> {
          int rank = communicator.rank();
          var toy = new ToyRank(graph, rank, ranks);
          try (var runner = new RoundRunner(graph, communicator, new ToyPerformer(toy))) {
            cuts.forEach(runner::round);
            assertThat(runner.next()).isEqualTo(cuts.size());
          }
          parameters[rank] = toy.parameters();
        });
    return parameters;
  }

  @Test
  void a_task_that_fails_ends_the_round_with_its_failure() {
    var graph = new DecoupledAllReduce().graph(Shape.bucketPerStage(3, 1));
    var broken =
        new Performer() {
          @Override
          public void perform(Task task, long round) {}

          @Override
          public void exchange(Task task, long round, Communicator communicator) {
            throw new IllegalStateException("the link has rusted");
          }
        };
    World.spawn(
        1,
        communicator -> {
          try (var runner = new RoundRunner(graph, communicator, broken)) {
            assertThatThrownBy(() -> runner.round(false)).hasMessage("the link has rusted");
          }
        });
  }

  @Test
  void what_fails_later_may_follow_from_what_failed_first() {
    var graph = new DecoupledAllReduce().graph(Shape.bucketPerStage(3, 1));
    var exchanging = new CompletableFuture<Thread>();
    var broken =
        new Performer() {
          @Override
          public void perform(Task task, long round) {
            if (task instanceof Task.Backward(var stage, _) && stage == 0) {
              awaitEnd(exchanging.join());
              throw new IllegalStateException("there is no gradient");
            }
          }

          @Override
          public void exchange(Task task, long round, Communicator communicator) {
            if (exchanging.complete(Thread.currentThread())) {
              throw new IllegalStateException("the link has rusted");
            }
          }
        };
    World.spawn(
        1,
        communicator -> {
          try (var runner = new RoundRunner(graph, communicator, broken)) {
            assertThatThrownBy(() -> runner.round(false)).hasMessage("the link has rusted");
          }
        });
  }

  /** Until a thread of operations has nothing to do for the runner any more. */
  private static void awaitEnd(Thread thread) {
    while (Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().startsWith(RoundRunner.class.getName()))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void forward_begins_while_what_it_does_not_need_yet_is_exchanged() {
    var graph = new PriorityPropagation().graph(Shape.bucketPerStage(3, 1));
    var begun = new CountDownLatch(1);
    var performer =
        new Performer() {
          @Override
          public void perform(Task task, long round) {
            if (round == 1 && task instanceof Task.Forward(var stage, _) && stage == 0) {
              begun.countDown();
            }
          }

          @Override
          public void exchange(Task task, long round, Communicator communicator) {
            boolean last =
                task instanceof Task.Transfer(var bucket, _, _) && isOfLastStage(graph, bucket);
            if (round == 0 && last) {
              await(begun);
            }
          }
        };
    World.spawn(
        1,
        communicator -> {
          try (var runner = new RoundRunner(graph, communicator, performer)) {
            runner.round(true);
            runner.round(false);
          }
        });
  }

  /** Whether a bucket is that of the last stage. */
  private static boolean isOfLastStage(StepGraph graph, int bucket) {
    return graph.shape().bucketsFirstUsedBy(2).contains(bucket);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).as("forward has begun").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
