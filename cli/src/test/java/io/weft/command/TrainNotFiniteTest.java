package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.data.Position;
import io.weft.data.Sharding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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

  /** What the network {@code mlp} takes. */
  private static final int COLUMNS = 1024;

  @TempDir private Path folder;

  @Test
  void all_ranks_stop_after_the_same_step_and_the_checkpoint_before_it_is_whole() throws Exception {
    writeSamples("3e38,3e38"); // whose products are beyond all floats
    assertStops("weft: the loss of rank 1 is NaN in step 2: all its tensors are finite");
  }

  /**
   * Signs at such a rate make all weights plus or minus 2²⁰, those into one unit of the first layer
   * alike. So the numbers of the bad sample cancel each other on the way to a loss that is finite,
   * and the gradients of these weights are beyond all floats.
   */
  @Test
  void gradients_that_a_compressor_refuses_stop_all_ranks_after_the_same_step() throws Exception {
    writeSamples("1.1529215e18,-1.1529215e18");
    assertStops(
        "weft: the gradients of rank 1 are not finite in step 2: the first tensor",
        "--lr=1048576",
        "--strategy=wfbp + sign");
  }

  private void assertStops(String sentence, String... flags) throws Exception {
    for (var rank : new Ranks().run(WORLD, arguments(flags))) {
      assertThat(rank.exitCode()).as(rank.err()).isEqualTo(70);
      assertThat(rank.err()).contains(sentence).doesNotContain("lost", "\tat ");
    }
    var found = new Checkpoints(folder.resolve("run/checkpoints"), 2).newest();
    assertThat(found.damaged()).isEmpty();
    assertThat(found.checkpoint().orElseThrow().progress().step()).isEqualTo(1);
  }

  /** The victim meets the bad one, of which two columns are given, in its second step. */
  private void writeSamples(String bad) throws IOException {
    var sharding = Sharding.of(SAMPLES, WORLD, 1, SEED);
    long met = sharding.samplesOf(VICTIM, new Position(0, 1))[0];
    var lines = new ArrayList<String>();
    for (int sample = 0; sample < SAMPLES; sample++) {
      var columns = sample == met ? bad : "0.5,0.5";
      var label = sample == met ? ",1" : ",0";
      lines.add(String.join(",", Collections.nCopies(COLUMNS / 2, columns)) + label);
    }
    Files.write(folder.resolve("samples.csv"), lines);
  }

  private String[] arguments(String... flags) {
    var arguments = new ArrayList<>(List.of("train", "--model=mlp", "--optimizer=sgd"));
    arguments.addAll(List.of("--batch=1", "--steps=3", "--seed=" + SEED, "--checkpoint-every=1"));
    arguments.addAll(List.of(flags));
    arguments.addAll(List.of("--data", folder.resolve("samples.csv").toString()));
    arguments.addAll(List.of("--run-dir", folder.resolve("run").toString()));
    return arguments.toArray(String[]::new);
  }
}
