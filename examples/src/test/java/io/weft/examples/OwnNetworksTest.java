package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.trials.Python;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnNetworksTest {
  private static final String PROGRAM =
      """
      import torch
      from torch import nn
      torch.manual_seed(1)
      module = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(),
                             nn.Linear(32, 4))
      torch.jit.script(module).save("module.pt")
      """;

  @Test
  void blocks_of_djl_learn_on_two_ranks() {
    assertThat(Printed.by(OwnBlocks::main)).containsExactly("rank 0: learnt", "rank 1: learnt");
  }

  @Test
  void a_module_of_python_learns_on_two_ranks(@TempDir Path folder) throws IOException {
    var python = Python.withTorch();
    assumeTrue(python.isPresent(), Python.MISSING);
    python.orElseThrow().run(folder, PROGRAM);
    var file = folder.resolve("module.pt").toString();
    assertThat(Printed.by(() -> OwnScript.main(file)))
        .containsExactly("rank 0: learnt", "rank 1: learnt");
  }

  @Test
  void training_ends_when_others_are_not_told_apart_any_better(@TempDir Path folder) {
    assertThat(Printed.by(() -> KeepBest.main(folder.toString())))
        .containsExactly("STOPPED_EARLY, see " + folder.resolve("best"));
    assertThat(folder.resolve("best")).isNotEmptyDirectory();
  }

  @Test
  void without_a_module_it_says_how_to_write_one() {
    assertThat(Printed.by(() -> OwnScript.main("absent/own.pt")))
        .containsExactly(
            "there is no absent/own.pt:"
                + " write it with torch.jit.script(module).save(\"own.pt\"), in Python");
  }
}
