package io.weft.cli;

import static io.weft.cli.ScriptTree.awaitEnd;
import static io.weft.cli.ScriptTree.errUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.cli.ScriptTree.Ended;
import io.weft.join.JoinOptions;
import io.weft.join.Sharing;
import io.weft.join.TlsFile;
import io.weft.network.handshake.Token;
import io.weft.network.shared.SharedFolder;
import io.weft.progress.RunProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code weft} as a process, on a small tree; it never starts the real Maven. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WeftScriptTest {
  /** Those that the program reads, and the script does not touch. */
  private static final Set<String> OF_RANKS =
      Set.of(
          Token.VARIABLE,
          Token.FILE_VARIABLE,
          TlsFile.VARIABLE,
          TlsFile.PASSWORD_VARIABLE,
          JoinOptions.RECORDINGS_VARIABLE,
          Sharing.VARIABLE,
          SharedFolder.VARIABLE,
          "WEFT_LAUNCHER",
          "WEFT_LAUNCHER_MACHINE",
          "WEFT_JOB",
          "WEFT_RANK_LOG",
          RunProgress.VARIABLE);

  @TempDir Path folder;

  private ScriptTree tree;

  @BeforeEach
  void plant() throws Exception {
    boolean bash = Files.isExecutable(ScriptTree.onPath("bash"));
    if (!bash) {
      System.out.println("WeftScriptTest is skipped: there is no bash on the PATH");
    }
    assumeTrue(bash, "there is no bash on the PATH");
    tree = new ScriptTree(folder);
  }

  @Test
  void the_first_use_builds_and_the_second_does_not() throws Exception {
    Ended first = tree.weft("--version");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err()).contains("building for the first time").contains("built in");
    assertThat(tree.mavenCalls())
        .singleElement()
        .asString()
        .endsWith("-Dweft.commit=unknown -pl cli -am package");

    Ended second = tree.weft("--version");
    assertThat(second.err()).isEmpty();
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void the_program_gets_its_flags_class_path_and_arguments() throws Exception {
    Ended ended = tree.weft("bench", "two words", "*");
    String library = ".weft/lib-";
    assertThat(ended.out().lines())
        .contains("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector")
        .contains("-XX:-UseProfiledLoopPredicate")
        .contains("-XX:+UseSerialGC", "-Xmn16m", "-XX:TrimNativeHeapInterval=30000")
        .doesNotContain("-XX:TieredStopAtLevel=1")
        .endsWith("io.weft.command.Weft", "bench", "two words", "*")
        .anySatisfy(
            line ->
                assertThat(line).containsSubsequence(library, "library.jar:", "weft-cli-1.jar"));
  }

  @Test
  void the_program_is_told_how_wide_the_screen_is() throws Exception {
    boolean script = Files.isExecutable(ScriptTree.onPath("script"));
    assumeTrue(script, "there is no program script on the PATH, which pretends to be a screen");
    var inScreen = "stty cols 57 && ./weft plan && ./weft plan | cat";

    var out = tree.run(tree.process("script", "-qec", inScreen, "/dev/null")).out();

    assertThat(out.lines().filter("-Dweft.terminal.columns=57"::equals)).hasSize(1);
    assertThat(out.lines().filter("-Dweft.terminal.out=true"::equals)).hasSize(1);
  }

  @Test
  void exchanges_of_training_alone_are_compiled_in_parts() throws Exception {
    String parts = "-XX:CompileCommand=dontinline,io.weft.flow.*::*";
    assertThat(tree.weft("train").out().lines()).contains(parts);
    assertThat(tree.weft("bench", "train").out().lines()).contains(parts);
    assertThat(tree.weft("bench", "all-reduce").out().lines()).doesNotContain(parts);
  }

  @Test
  void whoever_chooses_a_collector_or_a_heap_gets_it() throws Exception {
    var process = tree.process("./weft", "train");
    process.environment().put("WEFT_JAVA_OPTS", "-XX:+UseParallelGC");
    assertThat(tree.run(process).out().lines())
        .contains("-XX:+UseParallelGC")
        .doesNotContain("-XX:+UseSerialGC", "-Xmn16m");
  }

  @Test
  void a_launcher_computes_nothing_whatever_its_ranks_do() throws Exception {
    Ended ended = tree.weft("run", "--ranks", "2", "--", "./weft", "bench", "all-reduce");
    assertThat(ended.out().lines())
        .contains("-XX:TieredStopAtLevel=1")
        .doesNotContain("--add-modules=jdk.incubator.vector")
        .endsWith("run", "--ranks", "2", "--", "./weft", "bench", "all-reduce");
  }

  @Test
  void a_doctor_gets_the_flags_that_it_is_to_check() throws Exception {
    assertThat(tree.weft("doctor").out().lines())
        .contains("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector");
  }

  @Test
  void options_for_the_jvm_come_last_and_are_not_expanded() throws Exception {
    var process = tree.process("./weft", "build");
    process.environment().put("WEFT_JAVA_OPTS", "-Xmx1g  -Da=*");
    assertThat(tree.run(process).out().lines()).containsSequence("-Xmx1g", "-Da=*", "-cp");
  }

  @Test
  void the_exit_code_is_that_of_the_program() throws Exception {
    var process = tree.process("./weft", "bench");
    process.environment().put("STUB_EXIT", "65");
    assertThat(tree.run(process).exitCode()).isEqualTo(65);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "cli/pom.xml", "cli/src/main/java/A.java", "weft"})
  void a_changed_file_is_noticed_even_if_it_looks_older(String file) throws Exception {
    tree.weft("build");
    Path changed = tree.root().resolve(file);
    Files.writeString(changed, Files.readString(changed) + "\n");
    Files.setLastModifiedTime(changed, FileTime.from(Instant.EPOCH));
    Ended ended = tree.weft("build");
    assertThat(ended.err()).contains("sources changed, building");
    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @Test
  void a_new_a_deleted_and_a_renamed_file_are_noticed() throws Exception {
    tree.weft("build");
    tree.write("cli/src/main/resources/new.txt", "new");
    tree.weft("build");
    assertThat(tree.mavenCalls()).hasSize(2);
    Path old = tree.root().resolve("cli/src/main/java/B.java");
    Files.move(old, old.resolveSibling("C.java"));
    tree.weft("build");
    assertThat(tree.mavenCalls()).hasSize(3);
    Files.delete(old.resolveSibling("C.java"));
    tree.weft("build");
    assertThat(tree.mavenCalls()).hasSize(4);
  }

  @Test
  void a_deleted_file_is_not_built_any_more() throws Exception {
    tree.weft("build");
    Files.delete(tree.root().resolve("cli/src/main/java/B.java"));
    tree.weft("build");
    Path copy = tree.root().resolve(".weft/target/cli/src/main/java");
    assertThat(copy).isDirectoryContaining("glob:**/A.java");
    assertThat(copy).isDirectoryNotContaining("glob:**/B.java");
  }

  @Test
  void a_new_time_another_place_and_the_previous_state_need_no_build() throws Exception {
    tree.weft("build");
    Path file = tree.root().resolve("cli/src/main/java/A.java");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    tree.write("cli/src/test/java/ATest.java", "class ATest {}");
    tree.write("cli/target/classes/A.class", "");
    tree.weft("build");
    assertThat(tree.mavenCalls()).hasSize(1);

    Files.writeString(file, "class A { int a; }");
    tree.weft("build");
    Files.writeString(file, "class A {}");
    tree.weft("build");
    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WEFT_RANK_PROCESS",
        "RANK",
        "PMI_RANK",
        "OMPI_COMM_WORLD_RANK",
        "SLURM_PROCID",
        "PET_NODE_RANK",
        "JOB_COMPLETION_INDEX"
      })
  void a_rank_never_builds(String variable) throws Exception {
    var process = tree.process("./weft", "bench", "--json");
    process.environment().put(variable, "1");
    Ended ended = tree.run(process);
    assertThat(ended.exitCode()).isEqualTo(69);
    assertThat(ended.err()).contains("run ./weft build first");
    assertThat(ended.out()).startsWith("{\"event\":\"error\",").endsWith("\"exit_code\":69}\n");
    assertThat(tree.mavenCalls()).isEmpty();
  }

  @Test
  void a_rank_runs_what_was_built_and_may_build_if_told_to() throws Exception {
    for (String command : new String[] {"build", "bench"}) {
      var process = tree.process("./weft", command);
      process.environment().put("RANK", "0");
      Ended ended = tree.run(process);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void it_may_be_called_from_elsewhere_through_links() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("else where"));
    Path bin = Files.createDirectories(elsewhere.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("first"), tree.root().resolve("weft"));
    Files.createSymbolicLink(bin.resolve("weft"), Path.of("first"));
    var process = tree.process("./bin/weft", "build").directory(elsewhere.toFile());
    Ended ended = tree.run(process);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(tree.root().resolve(".weft")).isDirectory();
  }

  @Test
  void a_failed_build_shows_why_and_is_tried_again() throws Exception {
    Path broken = Files.createFile(tree.stub().resolve("broken"));
    Ended ended = tree.weft("bench", "--json");
    assertThat(ended.exitCode()).isEqualTo(69);
    assertThat(ended.err())
        .contains("/a tree with blanks/cli/src/main/java/A.java: no semicolon")
        .contains("the build failed", ".weft/build.log");
    assertThat(ended.out()).hasLineCount(1).contains("\"event\":\"error\"", "\"exit_code\":69");

    Files.delete(broken);
    assertThat(tree.weft("bench").exitCode()).isZero();
    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @Test
  void another_java_version_is_passed_over() throws Exception {
    Path wanted = tree.jdk("other", "25");
    Path path = Files.createDirectories(tree.stub().resolve("path"));
    Files.createSymbolicLink(path.resolve("java"), wanted.resolve("bin/java"));
    var process = tree.process("./weft", "build");
    process.environment().put("JAVA_HOME", tree.jdk("jdk", "17.0.15").toString());
    process.environment().compute("PATH", (_, old) -> path + ":" + old);
    assertThat(tree.run(process).out()).startsWith("java=" + wanted);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void two_at_once_build_once(boolean flock) throws Exception {
    String path = flock ? tree.process().environment().get("PATH") : tree.pathWithoutFlock();
    assumeTrue(!flock || Files.isExecutable(ScriptTree.onPath("flock")), "flock is missing");
    Path gate = tree.stub().resolve("gate");
    awaitEnd(new ProcessBuilder("mkfifo", gate.toString()).start());
    var builder = tree.process("./weft", "build");
    builder.environment().put("PATH", path);

    Process first = builder.start();
    errUntil(first, "building for the first time");
    Process second = builder.start();
    errUntil(second, "another build is running; waiting for it");
    Files.writeString(gate, "go\n"); // blocks until the first one's Maven has begun

    awaitEnd(first);
    awaitEnd(second);
    assertThat(first.exitValue()).isZero();
    assertThat(second.exitValue()).isZero();
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void the_lock_of_a_dead_process_is_taken_away() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    awaitEnd(dead);
    tree.lockAs(dead.pid());
    var process = tree.process("./weft", "build");
    process.environment().put("PATH", tree.pathWithoutFlock());
    assertThat(tree.run(process).exitCode()).isZero();
    assertThat(tree.root().resolve(".weft/lock.d")).doesNotExist();
  }

  @Test
  void the_wait_for_another_build_has_an_end() throws Exception {
    tree.lockAs(ProcessHandle.current().pid());
    var process = tree.process("./weft", "build");
    process.environment().put("PATH", tree.pathWithoutFlock());
    process.environment().put("WEFT_BUILD_WAIT", "1");
    Ended ended = tree.run(process);
    assertThat(ended.exitCode()).isEqualTo(69);
    assertThat(ended.err()).contains("running for more than 1 s");
  }

  @Test
  void the_documentation_lists_the_variables_that_are_read() throws Exception {
    var repository = Path.of(System.getProperty("repository.root"));
    var known = new HashSet<>(variables(repository.resolve("weft")));
    known.addAll(OF_RANKS);
    assertThat(variables(repository.resolve("docs/command-line.md"))).isNotEmpty().isEqualTo(known);
  }

  private static Set<String> variables(Path file) throws Exception {
    return Pattern.compile("WEFT_[A-Z_]+")
        .matcher(Files.readString(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }
}
