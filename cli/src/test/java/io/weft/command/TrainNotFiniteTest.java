package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.launch.RankCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of which one gets a sample that its network cannot take. */
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
    writeSamples();
    try (var ranks = new RankCommands(WORLD)) {
      ranks.startAll(Map.of(), arguments());
      for (int rank = 0; rank < WORLD; rank++) {
        assertThat(ranks.exitCode(rank)).as(ranks.said(rank)).isEqualTo(70);
        assertThat(ranks.said(rank))
            .contains("weft: the loss of rank 1 is NaN in step 2: all its tensors are finite")
            .doesNotContain("lost", "\tat ");
      }
    }
    var found = new Checkpoints(folder.resolve("run/checkpoints"), 2).newest();
    assertThat(found.damaged()).isEmpty();
    assertThat(found.checkpoint().orElseThrow().progress().step()).isEqualTo(1);
  }

  /** The victim meets numbers in its second step whose products are beyond all floats. */
  private void writeSamples() throws IOException {
    var sharding = new Sharding(SAMPLES, WORLD, 1, SEED);
    long bad = sharding.samplesOf(VICTIM, new Position(0, 1))[0];
    var lines = new ArrayList<String>();
    for (int sample = 0; sample < SAMPLES; sample++) {
      var number = sample == bad ? "3e38" : "0.5";
      lines.add(String.join(",", Collections.nCopies(COLUMNS, number)) + "," + sample);
    }
    Files.write(folder.resolve("samples.csv"), lines);
  }

  private String[] arguments() {
    var flags = List.of("--batch=1", "--steps=3", "--seed=" + SEED, "--checkpoint-every=1");
    var arguments = new ArrayList<>(List.of("train", "--model=mlp", "--optimizer=sgd"));
    arguments.addAll(flags);
    arguments.addAll(List.of("--data", folder.resolve("samples.csv").toString()));
    arguments.addAll(List.of("--run-dir", folder.resolve("run").toString()));
    return arguments.toArray(String[]::new);
  }
}
