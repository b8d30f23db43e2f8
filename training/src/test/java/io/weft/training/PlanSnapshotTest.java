package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.collective.RankFailedException;
import io.weft.collective.World;
import io.weft.data.Position;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Grouping;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PlanSnapshotTest {
  private static final Grouping GROUPING = new Grouping.AsReady(100);

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("a", List.of(3L), List.of(0), true),
          new Parameter("b", List.of(4L), List.of(1), true));

  @TempDir private Path folder;

  private Checkpoint saved(Tensor plan) {
    var tensors = List.of(NamedTensor.of(GROUPING.toString(), plan));
    var progress = new Progress(1, 0, Position.START, Map.of());
    return new Checkpoints(folder, 1).save(progress, Map.of(PlanSnapshot.FILE, tensors));
  }

  private Optional<BucketPlan> read(Tensor plan) {
    var checkpoint = Optional.of(saved(plan));
    var found = new AtomicReference<Optional<BucketPlan>>();
    World.spawn(
        1,
        communicator ->
            found.set(
                new PlanSnapshot(communicator, GROUPING)
                    .read(checkpoint, PARAMETERS, Arena.ofAuto())));
    return found.get();
  }

  @Test
  void what_was_planned_is_planned_again() {
    assertThat(read(Tensor.of(new long[] {1, 1, 1, 0})))
        .map(BucketPlan::buckets)
        .hasValue(List.of(List.of(1), List.of(0)));
  }

  @Test
  void other_numbers_than_those_of_plans_are_none() {
    assertThat(read(Tensor.of(new float[] {1, 1, 1, 0}))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-1", "0", "5 0", "1 99", "1 9223372036854775807", "2 0 0", "2 0 1 -4", "1 0"})
  void a_plan_of_no_such_model_is_refused(String numbers) {
    var flat = List.of(numbers.split(" ")).stream().mapToLong(Long::parseLong).toArray();
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(() -> read(Tensor.of(flat)))
        .havingCause()
        .isInstanceOf(CheckpointException.class)
        .withMessageContaining("buckets.safetensors is of another model, ");
  }
}
