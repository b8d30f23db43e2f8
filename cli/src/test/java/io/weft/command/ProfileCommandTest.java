package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  @Test
  void a_profile_is_a_model_that_can_be_planned_and_then_trained(@TempDir Path folder) {
    var profile = folder.resolve("mlp.yaml").toString();
    var plan = folder.resolve("run.yaml").toString();
    assertThat(
            run(
                "profile",
                "--model=mlp",
                "--batch=2",
                "--steps=2",
                "--warmup=1",
                "--output",
                profile))
        .isZero();
    assertThat(recorded.out()).contains("backward", "A step takes ");
    assertThat(
            run("plan", "--model", profile, "--cluster=1gbe-cpu", "--ranks=20", "--output", plan))
        .isZero();
    assertThat(run("train", "--config", plan, "--print-config")).isZero();
    assertThat(recorded.outLines())
        .anySatisfy(line -> assertThat(line).matches("model +mlp +file"))
        .anySatisfy(line -> assertThat(line).matches("batch +2 +file"));
  }

  @Test
  void a_profile_that_is_not_there_is_named() {
    assertThat(run("simulate", "--model=no.yaml", "--cluster=1gbe-cpu", "--ranks=2")).isNotZero();
    assertThat(recorded.err()).contains("there is no file 'no.yaml'");
  }
}
