package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.checkpoint.CheckpointException;
import io.weft.collective.World;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.Partition;
import io.weft.data.SyntheticImages;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.training.PlainNetwork;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks whose samples differ, and not as many on each. */
class PartitionedTrainingTest {
  private static final int SAMPLES = 60;
  private static final Dataset DATA =
      new SyntheticImages(SAMPLES, new SyntheticImages.Size(1, 2, 2), 3, 5);

  @TempDir private Path folder;

  private interface Setting {
    Trainer of(Trainer trainer, int rank);
  }

  private static List<float[]> train(int ranks, String partition, Setting setting) {
    var come = new ConcurrentHashMap<Integer, List<float[]>>();
    World.spawn(
        ranks,
        communicator -> {
          try (var model = new PlainNetwork(7, 4, 6, 3)) {
            var trainer =
                Trainer.of(model, communicator)
                    .data(DATA, SAMPLES)
                    .partition(Partition.parse(partition))
                    .steps(6)
                    .optimizer(new Sgd(0.9, false, 0), new Rate.Constant(0.1));
            setting.of(trainer, communicator.rank()).run();
            come.put(communicator.rank(), model.weights());
          }
        });
    return come.getOrDefault(0, List.of());
  }

  @Test
  void ranks_that_see_all_they_have_in_a_step_learn_what_one_process_learns_of_all() {
    var alone = train(1, "iid", (it, _) -> it);
    for (var partition : List.of("by-class(1)", "by-class(2)", "dirichlet(0.2)", "dirichlet(5)")) {
      var together = train(4, partition, (it, _) -> it);
      for (int index = 0; index < alone.size(); index++) {
        assertThat(together.get(index))
            .as("%s, parameter %d", partition, index)
            .usingComparatorWithPrecision(2e-6f)
            .containsExactly(alone.get(index));
      }
    }
  }

  @Test
  void the_loss_is_that_of_all_samples_whoever_has_them() {
    double[] losses = new double[2];
    train(1, "iid", (it, _) -> it.steps(1).listener(hearing(losses, 0)));
    train(
        4,
        "dirichlet(0.2)",
        (it, rank) -> rank == 0 ? it.steps(1).listener(hearing(losses, 1)) : it.steps(1));
    assertThat(losses[1]).isCloseTo(losses[0], within(1e-6));
  }

  private static Listener hearing(double[] losses, int at) {
    return new Listener() {
      @Override
      public void reported(Run run, Report report) {
        losses[at] = report.loss();
      }
    };
  }

  @Test
  void a_run_that_was_cut_goes_on_to_the_same_weights() {
    var partition = "by-class(2)";
    var whole = train(3, partition, (it, _) -> it.data(DATA, 4).steps(13));
    train(
        3,
        partition,
        (it, _) -> it.data(DATA, 4).steps(8).folder(folder).checkpoints(Interval.never(), 1));
    var rest = train(3, partition, (it, _) -> it.data(DATA, 4).steps(13).resume(folder));
    assertThat(rest).usingRecursiveComparison().isEqualTo(whole);
  }

  @Test
  void another_partition_is_refused_when_going_on() {
    train(3, "by-class(2)", (it, _) -> it.folder(folder).checkpoints(Interval.never(), 1));
    assertThatThrownBy(() -> train(3, "dirichlet(0.5)", (it, _) -> it.steps(9).resume(folder)))
        .hasCauseInstanceOf(CheckpointException.class)
        .hasMessageContaining(
            "was trained with partition by-class(2) and not dirichlet(0.5): resume with the same");
    assertThatThrownBy(() -> train(3, "by-class(2)", (it, _) -> it.steps(9).seed(4).resume(folder)))
        .hasCauseInstanceOf(CheckpointException.class)
        .hasMessageContaining(
            "was trained with seed 1 and not 4, by which by-class(2) gives ranks their samples");
  }

  @Test
  void ranks_that_would_deal_differently_are_refused_and_do_not_wait() {
    assertThatThrownBy(() -> train(3, "dirichlet(1)", (it, rank) -> it.seed(rank == 1 ? 2 : 1)))
        .hasCauseInstanceOf(DataException.class)
        .hasMessageEndingWith(
            "rank 1 deals samples out in another way than rank 0:"
                + " give all ranks the same partition, batch, seed and data");
  }
}
