package io.weft.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Presets;
import io.weft.model.Parameter;
import io.weft.plan.Job;
import io.weft.strategy.Strategy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {
  private static final Profile MEASURED =
      new Profile(
          "mine",
          16,
          List.of(0.001, 0.003),
          List.of(0.004, 0.0055),
          List.of(
              new Parameter("block.weight", List.of(256L, 64L), List.of(0), true),
              new Parameter("tied", List.of(1000L), List.of(0, 1), true)),
          Optional.of(new StepTimes(0.014, 0.013, 0.002)));

  @Test
  void what_is_written_is_what_is_read(@TempDir Path folder) throws Exception {
    var file = folder.resolve("mine.yaml");
    ProfileFile.write(MEASURED, file);
    assertThat(ProfileFile.read(file)).isEqualTo(MEASURED);
  }

  @Test
  void one_rank_takes_its_passes_and_its_update_and_passes_grow_with_the_batch() {
    var cluster = Presets.named("1gbe-cpu");
    var alone = Job.of(MEASURED, 16, cluster, 1).scenario(Strategy.parse("dear")).simulate();
    assertThat(alone.stepSeconds()).isCloseTo(0.016, within(1e-12));
    var twice = Job.of(MEASURED, 32, cluster, 1).work();
    assertThat(twice.seconds()).isCloseTo(0.028, within(1e-12));
    assertThat(twice.updateSeconds()).isEqualTo(0.002);
  }

  @Test
  void numbers_beyond_all_counting_are_refused_with_their_line() {
    refuse("parameter w: 9223372036854775807 x 3, 0", "it has 2.77e+19 numbers, and up to");
    refuse("parameter w: -3 x -3, 0", "every length at least 1");
    refuse("parameter w: 3, 99999999999", "cannot be understood");
    refuse("stage 0: 1e300 s, 1 ms", "1.0E300 s is more than the 1000000.0 s");
    refuse("stage 0: 1e999 s, 1 ms", "Infinity s is more than");
    refuse("step: 1e9 s", "more than the 1000000.0 s that a step may take");
  }

  private static void refuse(String line, String sentence) {
    assertThatThrownBy(() -> ProfileFile.parse("x.yaml", List.of("model: a", line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x.yaml, line 2")
        .hasMessageContaining(sentence);
  }

  @Test
  void faults_are_named_with_their_line() {
    assertThatThrownBy(
            () -> ProfileFile.parse("x.yaml", List.of("model: a", "stage 1: 1 ms, 1 ms")))
        .hasMessageContaining("x.yaml, line 2")
        .hasMessageContaining("stage 0");
    assertThatThrownBy(() -> ProfileFile.parse("x.yaml", List.of("model: a")))
        .hasMessageContaining("lacks model, batch, step or stage 0");
  }
}
