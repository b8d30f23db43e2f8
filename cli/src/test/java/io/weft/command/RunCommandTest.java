package io.weft.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.cli.RecordedTerminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real signals. How long each took is printed; nothing is asserted about it. */
@Tag("processes")
class RunCommandTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  /** Says its process number and leaves a file, and then waits for nothing that will come. */
  private static final String WAIT = "echo pid $$; : > \"$0-$RANK\"; exec sleep 600";

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;
  private String name = "";

  @BeforeEach
  void remember(TestInfo test) {
    name = test.getDisplayName();
  }

  @Test
  void all_ranks_succeed_and_know_who_they_are() throws Exception {
    String script =
        "echo $RANK/$WORLD_SIZE $LOCAL_RANK/$LOCAL_WORLD_SIZE $MASTER_ADDR"
            + " $WEFT_RANK_PROCESS; echo to err $RANK >&2";
    assertThat(run(3, script)).isZero();
    assertThat(recorded.out()).isEqualTo("0/3 0/3 127.0.0.1 1\n");
    assertThat(recorded.err()).startsWith("to err 0\n").contains("3 ranks ended well after");
    assertThat(log(2)).containsExactlyInAnyOrder("2/3 2/3 127.0.0.1 1", "to err 2");
  }

  @Test
  void all_ranks_share_one_port_and_one_token_that_we_do_not_show() throws Exception {
    String script = "echo $MASTER_PORT; echo $WEFT_TOKEN > \"$0-$RANK\"";
    assertThat(run(2, script, file())).isZero();
    assertThat(log(0)).isEqualTo(log(1)).first().asString().matches("[1-9][0-9]*");
    String token = Files.readString(folder.resolve("file-0")).strip();
    assertThat(folder.resolve("file-1")).hasContent(token);
    assertThat(token).matches("[0-9a-f]{64}");
    assertThat(recorded.out() + recorded.err()).doesNotContain(token);
  }

  @Test
  void a_job_can_have_a_key_that_goes_with_it() throws Exception {
    String script =
        "[ -s \"$WEFT_TLS_FILE\" ] && [ -n \"$WEFT_TLS_PASSWORD\" ]" + " && echo $WEFT_TLS_FILE";
    assertThat(
            execute("run", "--ranks", "1", "--tls", "--log-dir", logs(), "--", "sh", "-c", script))
        .isZero();
    assertThat(Path.of(log(0).getFirst())).hasFileName("job.p12").doesNotExist();
    assertThat(Path.of(log(0).getFirst()).getParent()).doesNotExist();
  }

  @Test
  void with_all_every_line_says_whose_it_is() {
    assertThat(
            execute(
                "run",
                "--ranks",
                "2",
                "--all",
                "--log-dir",
                logs(),
                "--",
                "sh",
                "-c",
                "echo hello; echo woe >&2"))
        .isZero();
    assertThat(recorded.outLines()).containsExactlyInAnyOrder("[rank 0] hello", "[rank 1] hello");
    assertThat(recorded.err()).contains("[rank 0] woe\n", "[rank 1] woe\n");
  }

  @Test
  void the_culprit_is_named_first_and_its_exit_code_kept() throws Exception {
    String script =
        "if [ $RANK = 2 ]; then " + afterFilesOf(0, 1, 3) + "seq 30; exit 3; fi; " + WAIT;
    assertThat(run(4, script, file())).isEqualTo(3);
    assertThat(recorded.err())
        .containsPattern("weft: rank 2 on \\S+ ended with exit code 3 after \\S+ s; its last lines")
        .contains("\n  | 11\n", "\n  | 30\n", "collateral, stopped because of it: ranks 0, 1, 3\n")
        .doesNotContain("| 10\n");
    assertThat(log(2)).hasSize(30);
    assertNoneLives(0, 1, 3);
  }

  @Test
  void a_rank_that_is_killed_is_reported_with_the_signal() throws Exception {
    String script = "if [ $RANK = 1 ]; then " + afterFilesOf(0) + "kill -9 $$; fi; " + WAIT;
    assertThat(run(2, script, file())).isEqualTo(137);
    assertThat(recorded.err())
        .contains("was ended by SIGKILL (exit code 137)", "it wrote nothing", "rank 0\n");
    assertNoneLives(0);
  }

  @Test
  void a_rank_that_ignores_sigterm_is_gone_in_the_end() throws Exception {
    // Rank 1 fails only once rank 0 has said that it is deaf.
    String script =
        "if [ $RANK = 0 ]; then trap '' TERM; echo pid $$; echo > \"$0\"; sleep 600; sleep 600; fi;"
            + " read -r _ < \"$0\"; exit 4";
    var gate = folder.resolve("gate");
    assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
    assertThat(run(2, script, gate.toString())).isEqualTo(4);
    assertNoneLives(0);
  }

  @Test
  void what_a_rank_left_in_the_background_goes_too() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "orphans are found on Linux only");
    assertThat(run(1, "sleep 600 & echo pid $!")).isZero();
    assertNoneLives(0);
  }

  @Test
  void json_lines_are_not_spoilt_by_what_ranks_write() {
    int exitCode =
        execute(
            "run",
            "--ranks",
            "2",
            "--json",
            "--log-dir",
            logs(),
            "--",
            "sh",
            "-c",
            "echo noise; [ $RANK = 1 ] || { " + WAIT + "; }; " + afterFilesOf(0) + "exit 5",
            file());
    assertThat(exitCode).isEqualTo(5);
    assertThat(recorded.outLines()).hasSize(3).allMatch(line -> line.startsWith("{\"event\":\""));
    assertThat(recorded.outLines().get(0))
        .startsWith("{\"event\":\"run_rank\",\"rank\":1,")
        .contains("\"outcome\":\"culprit\",\"exit_code\":5,", "\"last_lines\":[\"noise\"]");
    assertThat(recorded.outLines().get(1))
        .contains(
            "\"rank\":0,", "\"outcome\":\"collateral\",\"exit_code\":143,\"signal\":\"SIGTERM\"");
    assertThat(recorded.outLines().get(2))
        .startsWith("{\"event\":\"error\",\"message\":\"rank 1 on ")
        .endsWith("\"exit_code\":5}");
    assertThat(recorded.err()).contains("noise\n");
  }

  @Test
  void a_command_that_cannot_be_started_gets_a_sentence() {
    assertThat(execute("run", "--ranks", "2", "--log-dir", logs(), "--", "./no-such-program"))
        .isEqualTo(2);
    assertThat(recorded.err())
        .isEqualTo(
            "weft: cannot start './no-such-program': No such file or directory;"
                + " give a program on the PATH or with its folder\n");
  }

  @Test
  void impossible_numbers_of_ranks_are_refused() {
    assertThat(execute("run", "--ranks", "0", "--log-dir", logs(), "--", "true")).isEqualTo(2);
    assertThat(recorded.err()).isEqualTo("weft: --ranks 0: give 1 to 256 ranks\n");
  }

  @Test
  void sigterm_of_the_launcher_stops_all_ranks() throws Exception {
    var launcher =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.weft.command.Weft",
                "run",
                "--ranks",
                "2",
                "--all",
                "--log-dir",
                logs(),
                "--",
                "sh",
                "-c",
                "sleep 600 & echo pid $!; echo pid $$; wait")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var lines = launcher.inputReader()) {
      var pids = guarded(() -> pids(lines, 4));
      assertThat(pids).allMatch(RunCommandTest::lives);
      launcher.destroy();
      assertThat(launcher.waitFor(HANG_GUARD.toSeconds(), SECONDS)).isTrue();
      assertThat(launcher.exitValue()).isEqualTo(143);
      assertThat(pids).noneMatch(RunCommandTest::lives);
    } finally {
      launcher.destroyForcibly();
    }
  }

  private static List<Long> pids(BufferedReader lines, int count) throws IOException {
    var pids = new ArrayList<Long>();
    while (pids.size() < count) {
      String line = lines.readLine();
      assertThat(line).isNotNull();
      pid(line).ifPresent(pids::add);
    }
    return pids;
  }

  private static Optional<Long> pid(String line) {
    return line.matches("(\\[rank \\d+] )?pid \\d+")
        ? Optional.of(Long.valueOf(line.replaceFirst(".* ", "")))
        : Optional.empty();
  }

  private void assertNoneLives(int... ranks) throws IOException {
    for (int rank : ranks) {
      var pids = log(rank).stream().map(RunCommandTest::pid).flatMap(Optional::stream).toList();
      assertThat(pids).as("pids of rank %d", rank).isNotEmpty().noneMatch(RunCommandTest::lives);
    }
  }

  /** A process that has ended but was not waited for has no command line left. */
  private static boolean lives(long pid) {
    return ProcessHandle.of(pid)
        .filter(process -> process.info().command().isPresent())
        .isPresent();
  }

  private int run(int ranks, String script, String... arguments) {
    var args =
        Stream.of("run", "--ranks", "" + ranks, "--log-dir", logs(), "--", "sh", "-c", script);
    return execute(Stream.concat(args, Stream.of(arguments)).toArray(String[]::new));
  }

  private int execute(String... args) {
    long start = System.nanoTime();
    int exitCode = guarded(() -> Weft.run(recorded.pipe(), args));
    System.out.printf("%s: %d ms%n", name, (System.nanoTime() - start) / 1_000_000);
    return exitCode;
  }

  private static <T> T guarded(ThrowingSupplier<T> action) {
    return assertTimeoutPreemptively(HANG_GUARD, action);
  }

  /** Holds a rank back until others have left their files: they are at work by then. */
  private static String afterFilesOf(int... ranks) {
    var until = new StringBuilder();
    for (int rank : ranks) {
      until.append("until [ -e \"$0-%d\" ]; do :; done; ".formatted(rank));
    }
    return until.toString();
  }

  /** The name that scripts know as $0. */
  private String file() {
    return folder.resolve("file").toString();
  }

  private String logs() {
    return folder.resolve("logs").toString();
  }

  private List<String> log(int rank) throws IOException {
    return Files.readAllLines(folder.resolve("logs").resolve("rank-" + rank + ".log"));
  }
}
