package io.weft.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRegistryTest {
  private final List<String> complaints = new ArrayList<>();

  @TempDir private Path folder;

  private JobRegistry registry(String machine, String host) {
    return new JobRegistry(folder, machine, host);
  }

  private JobRegistry registry() {
    return registry("boot-2 pid:[1]", "host");
  }

  private Job job(String name) {
    var key = ProcessKey.current();
    var started = Instant.parse("2026-01-31T23:59:59Z");
    return new Job(
        name, "train", 2, folder.resolve("logs"), false, "mark", started, key, List.of());
  }

  @Test
  void a_job_is_listed_with_the_ranks_that_were_started_until_its_launcher_has_ended()
      throws IOException {
    try (var entry = registry().enter(job("a"), complaints::add)) {
      entry.started(ProcessHandle.current());
      entry.started(ProcessHandle.current());
      var own = ProcessKey.current();
      assertThat(registry().jobs())
          .containsExactly(
              new Job(
                  "a",
                  "train",
                  2,
                  folder.resolve("logs"),
                  false,
                  "mark",
                  Instant.parse("2026-01-31T23:59:59Z"),
                  own,
                  List.of(own, own)));
    }
    assertThat(registry().jobs()).isEmpty();
    assertThat(complaints).isEmpty();
  }

  @Test
  void one_that_is_kept_is_listed_until_it_is_forgotten() throws IOException {
    try (var entry = registry().enter(job("a"), complaints::add)) {
      entry.keep();
    }
    var kept = registry().jobs();
    assertThat(kept).hasSize(1);
    registry().forget(kept.getFirst());
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void jobs_of_the_same_second_have_different_names() throws IOException {
    try (var first = registry().enter(job("a"), complaints::add);
        var second = registry().enter(job("a"), complaints::add)) {
      assertThat(first.name()).isEqualTo("a");
      assertThat(second.name()).isEqualTo("a-2");
      assertThat(registry().jobs()).extracting(Job::name).containsExactly("a", "a-2");
    }
  }

  @Test
  void a_launcher_that_was_killed_while_it_wrote_has_started_the_ranks_before() throws IOException {
    try (var entry = registry().enter(job("a"), complaints::add)) {
      entry.started(ProcessHandle.current());
      Files.writeString(folder.resolve("a.jsonl"), "{\"process\":\"12", StandardOpenOption.APPEND);
      assertThat(registry().jobs().getFirst().processes()).containsExactly(ProcessKey.current());
    }
  }

  @Test
  void jobs_of_other_machines_and_files_of_others_are_left_alone() throws IOException {
    registry("there", "another").enter(job("there"), complaints::add).keep();
    for (var text : List.of("", "{", "no JSON\n", "{\"machine\":\"boot-2 pid:[1]\"}\n")) {
      Files.writeString(folder.resolve("x%d.jsonl".formatted(text.length())), text);
    }
    assertThat(registry().jobs()).isEmpty();
    assertThat(folder.resolve("there.jsonl")).exists();
  }

  @Test
  void what_can_be_no_job_any_more_is_deleted() throws IOException {
    registry("boot-1 pid:[1]", "host").enter(job("before"), complaints::add).keep();
    registry("boot-2 pid:[1]", "host").enter(job("now"), complaints::add).keep();
    registry("boot-2 pid:[7]", "host").enter(job("contained"), complaints::add).keep();
    registry("boot-1 pid:[1]", "another").enter(job("there"), complaints::add).keep();
    registry("boot-1 pid:[1]", "").enter(job("unknown"), complaints::add).keep();
    Files.writeString(folder.resolve("empty.jsonl"), "");
    Files.writeString(folder.resolve("other.jsonl"), "no job\n");
    var now = Instant.now();
    registry().tidy(now);
    assertThat(left()).doesNotContain("before").contains("empty");
    registry().tidy(now.plus(Duration.ofMinutes(61)));
    assertThat(left()).containsExactlyInAnyOrder("now", "contained", "there", "unknown", "other");
    registry("boot-3 pid:[1]", "").tidy(now);
    assertThat(left()).hasSize(5);
  }

  private List<String> left() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(it -> it.toFile().getName().replace(".jsonl", "")).toList();
    }
  }

  @Test
  void a_folder_that_is_not_absolute_is_ignored_as_the_convention_says() {
    var here = JobRegistry.ofUser(Map.of("XDG_STATE_HOME", "state"));
    assertThat(here).hasToString(JobRegistry.ofUser(Map.of()).toString());
    assertThat(here.toString()).endsWith(".local/state/weft/jobs");
  }

  @Test
  void a_name_that_leads_elsewhere_is_no_job() throws IOException {
    var line = JobLines.head(job("../../elsewhere"), "boot-2 pid:[1]", "host");
    Files.writeString(folder.resolve("a.jsonl"), line);
    assertThat(registry().jobs()).isEmpty();
  }

  @Test
  void a_job_that_cannot_be_entered_runs_all_the_same_and_it_is_said() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    var registry = JobRegistry.ofUser(Map.of("XDG_STATE_HOME", file.toString()));
    try (var entry = registry.enter("train", 2, folder, false, complaints::add)) {
      entry.started(ProcessHandle.current());
      assertThat(entry.mark()).matches("[0-9a-f]{16}");
    }
    assertThat(complaints).singleElement().asString().startsWith("weft ps will not show this job");
  }
}
