package io.weft.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code lab/netlab.sh} as a process. */
public final class Netlab {
  private static final String SCRIPT =
      Path.of(System.getProperty("repository.root"), "lab", "netlab.sh").toString();
  private static final long HANG_GUARD_SECONDS = 60;

  private final Path folder;

  /** What a process left behind. */
  public record Ended(int exitCode, String out, String err) {}

  /** {@code folder} is for what the script prints. */
  public Netlab(Path folder) {
    this.folder = folder;
  }

  /** Skips the test, with the reason, where there can be no such lab. */
  public void assume(String... options) throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/bin/bash"))
        && !Files.isExecutable(Path.of("/usr/bin/bash"))) {
      assumeTrue(false, "there is no bash");
    }
    var check = run(Stream.concat(Stream.of("--check"), Stream.of(options)).toArray(String[]::new));
    if (check.exitCode() != 0) {
      System.out.println("skipped, there is no lab here: " + check.err().strip());
    }
    assumeTrue(check.exitCode() == 0, check.err());
  }

  public Ended run(String... arguments) throws IOException, InterruptedException {
    return execute(
        Stream.concat(Stream.of("bash", SCRIPT), Stream.of(arguments)).toArray(String[]::new));
  }

  /** The namespaces of this machine, by name. */
  String namespaces() throws IOException, InterruptedException {
    return execute("ip", "netns", "list").out();
  }

  private Ended execute(String... command) throws IOException, InterruptedException {
    var out = Files.createTempFile(folder, "out", "");
    var err = Files.createTempFile(folder, "err", "");
    var builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("WEFT_"));
    var process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boolean ended = process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
    process.destroy();
    assertThat(ended).as("%s ends within %d s", command[0], HANG_GUARD_SECONDS).isTrue();
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
