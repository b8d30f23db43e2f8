package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A small source tree with our script in it, and stubs of the two foreign programs that the script
 * starts: a {@code mvn} that counts its calls and a JDK whose {@code java} prints its arguments.
 */
final class ScriptTree {
  private static final long HANG_GUARD_SECONDS = 60;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$@" >>"$STUB/calls"
      if [ -p "$STUB/gate" ]; then read -r _ <"$STUB/gate"; fi
      if [ -f "$STUB/broken" ]; then echo "$PWD/cli/src/main/java/A.java: no semicolon"; exit 1; fi
      mkdir -p cli/target/lib
      : >cli/target/lib/library.jar
      : >cli/target/weft-cli-1.jar
      """;

  private static final String JAVA =
      """
      #!/bin/sh
      echo "java=$0"
      for argument in "$@"; do echo "$argument"; done
      exit "${STUB_EXIT:-0}"
      """;

  private final Path stub;
  private final Path root;

  /** What a script left behind. */
  record Ended(int exitCode, String out, String err) {}

  ScriptTree(Path folder) throws IOException {
    stub = Files.createDirectories(folder.resolve("stub"));
    root = Files.createDirectories(folder.resolve("a tree with blanks"));
    Files.copy(Path.of(System.getProperty("repository.root"), "weft"), root.resolve("weft"));
    write("pom.xml", "<project/>");
    write("cli/pom.xml", "<project/>");
    write("cli/src/main/java/A.java", "class A {}");
    write("cli/src/main/java/B.java", "class B {}");
    program("bin/mvn", MAVEN);
    jdk("jdk", "25.0.3");
  }

  Path root() {
    return root;
  }

  Path stub() {
    return stub;
  }

  void write(String file, String content) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), content);
  }

  /** A folder that looks like a JDK; its path. */
  Path jdk(String name, String version) throws IOException {
    program(name + "/bin/java", JAVA);
    program(name + "/bin/javac", JAVA);
    Files.writeString(
        stub.resolve(name + "/release"),
        "IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
    return stub.resolve(name);
  }

  /** The calls of Maven so far, each with its arguments. */
  List<String> mavenCalls() throws IOException {
    Path calls = stub.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** A process in the tree, not yet started, in an environment of its own. */
  ProcessBuilder process(String... command) {
    var builder = new ProcessBuilder(command).directory(root.toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", stub.resolve("bin") + ":" + System.getenv("PATH"),
                "HOME", stub.toString(),
                "JAVA_HOME", stub.resolve("jdk").toString(),
                "STUB", stub.toString()));
    return builder;
  }

  Ended weft(String... args) throws IOException, InterruptedException {
    return run(process(Stream.concat(Stream.of("./weft"), Stream.of(args)).toArray(String[]::new)));
  }

  Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
    Path out = Files.createTempFile(stub, "out", "");
    Path err = Files.createTempFile(stub, "err", "");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    awaitEnd(process);
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  static void awaitEnd(Process process) throws InterruptedException {
    boolean ended = process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).as("the script ends within %d s", HANG_GUARD_SECONDS).isTrue();
  }

  /** Leaves the folder that serves as a lock where there is no {@code flock}. */
  void lockAs(long processId) throws IOException, InterruptedException {
    Ended host = run(process("bash", "-c", "echo $HOSTNAME"));
    write(".weft/lock.d/owner", processId + "@" + host.out());
  }

  /** A PATH with the tools that the script may rely on, and no other: {@code flock} is not one. */
  String pathWithoutFlock() throws IOException {
    var tools =
        List.of(
            "bash",
            "sh",
            "find",
            "tr",
            "xargs",
            "cksum",
            "sort",
            "comm",
            "mkdir",
            "rm",
            "mv",
            "cp",
            "cat",
            "tail",
            "ls",
            "readlink",
            "sleep");
    for (String tool : tools) {
      program("tools/" + tool, "#!/bin/sh\nexec %s \"$@\"\n".formatted(onPath(tool)));
    }
    return stub.resolve("bin") + ":" + stub.resolve("tools");
  }

  /** The first executable of this name on the PATH of this process, or a path that is none. */
  static Path onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(Path.of(tool));
  }

  private void program(String file, String script) throws IOException {
    Files.createDirectories(stub.resolve(file).getParent());
    Path program = Files.writeString(stub.resolve(file), script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  /** The lines of a process's standard error up to the first that contains a text. */
  static List<String> errUntil(Process process, String text) throws IOException {
    var lines = new ArrayList<String>();
    var reader = process.errorReader();
    String line;
    do {
      line = reader.readLine();
      assertThat(line).as("a line with '%s' after %s", text, lines).isNotNull();
      lines.add(line);
    } while (!line.contains(text));
    return lines;
  }
}
