package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.tensor.Tensor;
import io.weft.training.OnlyRank;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeginningTest {
  private static final Map<String, List<NamedTensor>> FILES =
      Map.of("model.safetensors", List.of(NamedTensor.of("a", Tensor.of(new float[1]))));

  @TempDir private Path folder;

  private Beginning agreed(Map<String, String> facts) {
    try (var rank = OnlyRank.open()) {
      return Beginning.agreed(
          rank.communicator(), Optional.of(folder), 1, facts, new Audience(List.of()));
    }
  }

  private void checkpoint(Map<String, String> facts) {
    var checkpoints = new Checkpoints(folder.resolve("checkpoints"), 1);
    checkpoints.save(new Progress(3, 1, new Position(0, 3), facts), FILES);
  }

  @Test
  void what_the_optimizer_leaves_out_stays_the_same() {
    checkpoint(Map.of("exempt", "*.bias"));
    assertThat(agreed(Map.of("exempt", "*.bias")).step()).isEqualTo(3);
    assertThatThrownBy(() -> agreed(Map.of("exempt", "vectors")))
        .isInstanceOf(CheckpointException.class)
        .hasMessageContaining("was trained with exempt *.bias and not vectors: resume with the");
  }

  @Test
  void so_does_the_loss() {
    checkpoint(Map.of("loss", "cross-entropy"));
    assertThatThrownBy(() -> agreed(Map.of("loss", "mean-squared-error")))
        .isInstanceOf(CheckpointException.class)
        .hasMessageEndingWith(
            "was trained with loss cross-entropy and not mean-squared-error: resume with the same");
  }

  @Test
  void a_checkpoint_that_says_nothing_of_it_is_resumed_from() {
    checkpoint(Map.of());
    assertThat(agreed(Map.of("exempt", "vectors")).step()).isEqualTo(3);
  }

  @Test
  void samples_that_were_dealt_out_are_counted_whatever_the_ranks_and_batches_are_now() {
    checkpoint(Map.of("ranks", "2", "batch", "4"));
    var found = agreed(Map.of());
    assertThat(found.samples()).isEqualTo(24);
    assertThat(found.position(Sharding.of(100, 3, 8, 1))).isEqualTo(new Position(0, 1));
  }
}
