package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.job.JobRegistry;
import io.weft.job.ProcessKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningJobsTest {
  @TempDir private Path folder;

  private JobRegistry registry() {
    return JobRegistry.ofUser(Map.of("XDG_STATE_HOME", folder.toString()));
  }

  @Test
  void a_job_whose_launcher_lives_runs_even_if_no_rank_does() throws IOException {
    try (var entry = registry().enter("train", 2, folder, false, _ -> {})) {
      var running = new RunningJobs(registry()).list();
      assertThat(running).hasSize(1);
      assertThat(running.getFirst().launcher()).isEqualTo(RunningJob.LauncherState.RUNNING);
      assertThat(running.getFirst().ranks()).isEmpty();
      assertThat(running.getFirst().job().name()).isEqualTo(entry.name());
    }
  }

  @Test
  void processes_that_have_got_the_numbers_of_a_job_s_are_no_job_and_it_is_forgotten()
      throws IOException {
    registry().enter("train", 2, folder, false, _ -> {}).started(ProcessHandle.current());
    var own = ProcessKey.current();
    var earlier = new ProcessKey(own.pid(), own.start() - 1);
    var file = folder.resolve("weft/jobs").toFile().listFiles()[0].toPath();
    Files.writeString(file, Files.readString(file).replace(own.toString(), earlier.toString()));
    assertThat(registry().jobs().getFirst().processes()).containsExactly(earlier);
    assertThat(new RunningJobs(registry()).list()).isEmpty();
    assertThat(file).doesNotExist();
  }
}
