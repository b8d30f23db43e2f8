package io.weft.trials;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Python with PyTorch, to compare with; tests that need one are skipped where there is none. */
public final class Python {
  /** Why a test is skipped. */
  public static final String MISSING = "skipped: no python3 on the path can import torch";

  private static final long LIMIT_SECONDS = 120;

  private final Path executable;

  private Python(Path executable) {
    this.executable = executable;
  }

  /** The first one on the path. */
  public static Optional<Python> withTorch() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "python3"))
        .filter(Files::isExecutable)
        .filter(Python::importsTorch)
        .map(Python::new)
        .findFirst();
  }

  private static boolean importsTorch(Path python) {
    try {
      var builder = new ProcessBuilder(python.toString(), "-c", "import torch");
      return exit(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)) == 0;
    } catch (IOException e) {
      return false; // It is there and does not start: as good as none.
    }
  }

  private static int exit(ProcessBuilder builder) throws IOException {
    // As many threads as our own engine has: tests share the cores.
    builder.environment().put("OMP_NUM_THREADS", "1");
    var process = builder.redirectErrorStream(true).start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("python ran for more than %d s".formatted(LIMIT_SECONDS));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while python ran", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs a program in a folder; one that fails fails the test with what it printed. */
  public void run(Path folder, String program) throws IOException {
    var file = Files.writeString(folder.resolve("program.py"), program);
    var log = folder.resolve("program.log");
    var builder =
        new ProcessBuilder(List.of(executable.toString(), file.toString()))
            .directory(folder.toFile())
            .redirectOutput(log.toFile());
    if (exit(builder) != 0) {
      throw new AssertionError(Files.readString(log));
    }
  }

  /** The 32-bit floats of a file that Python wrote on this machine. */
  public static float[] floats(Path file) throws IOException {
    var buffer = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    var floats = new float[buffer.capacity() / Float.BYTES];
    buffer.asFloatBuffer().get(floats);
    return floats;
  }
}
