package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Safetensors;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of which one gets a sample that its network cannot take. */
@Timeout(180)
class TrainNotFiniteTest {
  private static final int WORLD = 2;
  private static final int VICTIM = 1;
  private static final int SAMPLES = 6;
  private static final int SEED = 1;

  /** What the layers multiply with: those into one unit stand together. */
  private record Weights(float[] first, float[] second, float[] third) {}

  @TempDir private Path folder;

  /** What the bad sample gives is beyond all floats, and so are differences of that. */
  @Test
  void all_ranks_stop_after_the_same_step_and_the_checkpoint_before_it_is_whole() throws Exception {
    float huge = 0x1p126f;
    var weights =
        new Weights(
            new float[] {1, 1}, new float[] {huge, huge, huge, huge}, new float[] {1, 0, 0, 0});
    assertStops("weft: the loss of rank 1 is NaN in step 2: all its tensors are finite", weights);
  }

  /**
   * The two units of the first layer cancel each other on the way to a loss that is finite, and
   * their gradients are beyond all floats.
   */
  @Test
  void gradients_that_a_compressor_refuses_stop_all_ranks_after_the_same_step() throws Exception {
    var weights =
        new Weights(
            new float[] {1, 1},
            new float[] {0x1p100f, -0x1p100f, 0, 0},
            new float[] {0x1p33f, 0, 0, 0});
    assertStops(
        "weft: the gradients of rank 1 are not finite in step 2: the first tensor",
        weights,
        "--strategy=wfbp + sign");
  }

  private void assertStops(String sentence, Weights weights, String... flags) throws Exception {
    writeSamples();
    write(weights);
    for (var rank : new Ranks().run(WORLD, arguments(flags))) {
      assertThat(rank.exitCode()).as(rank.err()).isEqualTo(70);
      assertThat(rank.err()).contains(sentence).doesNotContain("lost", "\tat ");
    }
    var found = new Checkpoints(folder.resolve("run/checkpoints"), 2).newest();
    assertThat(found.damaged()).isEmpty();
    assertThat(found.checkpoint().orElseThrow().progress().step()).isEqualTo(1);
  }

  /**
   * The victim meets the bad one in its second step. It is above the mean and all others are below,
   * where no unit of the first layer answers.
   */
  private void writeSamples() throws IOException {
    var sharding = Sharding.of(SAMPLES, WORLD, 1, SEED);
    long met = sharding.samplesOf(VICTIM, new Position(0, 1))[0];
    var lines = new ArrayList<String>();
    for (int sample = 0; sample < SAMPLES; sample++) {
      lines.add(sample == met ? "1,1" : "0,0");
    }
    Files.write(folder.resolve("samples.csv"), lines);
  }

  private void write(Weights weights) throws IOException {
    Safetensors.write(
        folder.resolve("weights.safetensors"),
        List.of(
            tensor("layer0.weight", List.of(2L, 1L), weights.first),
            tensor("layer0.bias", List.of(2L), new float[2]),
            tensor("layer1.weight", List.of(2L, 2L), weights.second),
            tensor("layer1.bias", List.of(2L), new float[] {1, 1}),
            tensor("layer2.weight", List.of(2L, 2L), weights.third),
            tensor("layer2.bias", List.of(2L), new float[2])));
  }

  private static NamedTensor tensor(String name, List<Long> shape, float[] values) {
    return new NamedTensor(name, shape, Tensor.of(values));
  }

  private String[] arguments(String... flags) {
    var arguments = new ArrayList<>(List.of("train", "--hidden=2,2", "--optimizer=sgd"));
    arguments.addAll(List.of("--batch=1", "--steps=3", "--seed=" + SEED, "--checkpoint-every=1"));
    arguments.addAll(List.of(flags));
    arguments.addAll(List.of("--data", folder.resolve("samples.csv").toString()));
    arguments.addAll(List.of("--weights", folder.resolve("weights.safetensors").toString()));
    arguments.addAll(List.of("--run-dir", folder.resolve("run").toString()));
    return arguments.toArray(String[]::new);
  }
}
