package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.job.JobRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that nobody waits for: they are seen, and ended, by themselves. */
@Tag("processes")
@Timeout(30)
class DetachedJobTest {
  @TempDir private Path folder;

  private List<ProcessHandle> before = List.of();

  @BeforeEach
  void remember() {
    before = ProcessHandle.current().children().toList();
  }

  @AfterEach
  void end() {
    started().forEach(ProcessHandle::destroyForcibly);
  }

  private Stream<ProcessHandle> started() {
    return ProcessHandle.current().children().filter(child -> !before.contains(child));
  }

  /** How a command ended, which is not to fail. */
  private static RecordedTerminal weft(String... args) {
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), args))
        .as("%s: %s", Arrays.toString(args), recorded.err())
        .isZero();
    return recorded;
  }

  private String start(String... command) {
    var line = Stream.of("run", "--ranks=2", "--detach", "--log-dir", logs(), "--json", "--");
    var started = weft(Stream.concat(line, Stream.of(command)).toArray(String[]::new));
    assertThat(started.outLines()).singleElement().asString().contains("\"event\":\"detached\"");
    return started.out().replaceFirst("(?s).*\"job\":\"([^\"]+)\".*", "$1");
  }

  private String logs() {
    return folder.resolve("logs").toString();
  }

  private static String ps(String job) {
    return weft("ps", "--json")
        .out()
        .lines()
        .filter(line -> line.contains(job))
        .findFirst()
        .orElse("");
  }

  /** Returns when a file has so many lines, and takes no core meanwhile. */
  private static void awaitLines(Path file, int count) throws Exception {
    try (var watch = file.getFileSystem().newWatchService()) {
      file.getParent().register(watch, StandardWatchEventKinds.ENTRY_MODIFY);
      while (Files.readString(file).lines().count() < count) {
        var key = watch.poll(30, TimeUnit.SECONDS);
        assertThat(key).as("a change of %s within 30 s", file).isNotNull();
        key.pollEvents();
        assertThat(key.reset()).isTrue();
      }
    }
  }

  @Test
  void ranks_live_on_write_their_logs_and_are_seen_and_stopped() throws Exception {
    var job =
        start("sh", "-c", "echo $RANK launcher=$WEFT_LAUNCHER; echo woe >&2; sleep 600 & wait");
    assertThat(job).matches("\\d{8}-\\d{6}-run(-\\d+)?");
    assertThat(ps(job))
        .contains("\"world\":2,", "\"launcher\":\"detached\"", "\"folder\":\"" + logs())
        .containsPattern("\"rank_pids\":\\[\\d+,\\d+\\]");
    assertThat(started()).hasSize(2);
    var log = folder.resolve("logs/rank-1.log");
    awaitLines(log, 2);
    assertThat(log).hasContent("1 launcher=\nwoe\n");
    long start = System.nanoTime();
    var stopped = weft("stop", job, "--json").out();
    System.out.printf("stopped after %d ms%n", (System.nanoTime() - start) / 1_000_000);
    assertThat(stopped).contains("\"event\":\"stop\"", "\"killed_pids\":[],\"survivor_pids\":[]");
    assertThat(started()).isEmpty();
    assertThat(ps(job)).isEmpty();
    assertThat(JobRegistry.ofUser(System.getenv()).jobs()).noneMatch(it -> it.name().equals(job));
  }

  @Test
  void a_job_is_stopped_by_its_folder_too_and_one_that_has_ended_is_no_job() {
    start("sleep", "600");
    assertThat(weft("stop", logs()).out()).startsWith("stopped ").endsWith(": 2 processes\n");
    var again = new RecordedTerminal();
    assertThat(Weft.run(again.pipe(), "stop", logs())).isEqualTo(2);
    assertThat(again.err()).startsWith("weft: no job '" + logs() + "' runs on this machine");
  }

  @Test
  void what_cannot_be_is_refused() {
    refuses("say which job to stop", "stop");
    refuses("--all and x: give one of them", "stop", "--all", "x");
    refuses("--tls makes a key", "run", "--ranks=1", "--tls", "--detach", "--", "true");
    refuses("--detach writes logs", "train", "--detach", "--no-run-dir");
    refuses(
        "this process is one of a job",
        "train",
        "--detach",
        "--rank=0",
        "--world=2",
        "--master=127.0.0.1:9");
    refuses(
        "cannot start './no-such-program': No such file or directory",
        "run",
        "--ranks=1",
        "--detach",
        "--log-dir=" + logs(),
        "--",
        "./no-such-program");
    assertThat(started()).isEmpty();
  }

  private static void refuses(String sentence, String... args) {
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), args)).as(sentence).isEqualTo(2);
    assertThat(recorded.err()).startsWith("weft: ").contains(sentence);
  }
}
