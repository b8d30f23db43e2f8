package io.weft.engine;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Python with PyTorch, if this machine has one. */
final class Python {
  private static final long LIMIT_SECONDS = 60;
  private static final Optional<Path> WITH_TORCH = find();

  private Python() {}

  private static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "python3"))
        .filter(Files::isExecutable)
        .filter(python -> exitOf(List.of(python.toString(), "-c", "import torch")) == 0)
        .findFirst();
  }

  private static int exitOf(List<String> command) {
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return -1;
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1; // It is there and does not run: as good as none.
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a program in a folder, or skips the test where there is no PyTorch. */
  static void run(Path folder, String program) throws IOException, InterruptedException {
    if (WITH_TORCH.isEmpty()) {
      var reason = "skipped: no python3 on the path has torch, which writes TorchScript files";
      System.err.println(reason);
      abort(reason);
    }
    var file = Files.writeString(folder.resolve("program.py"), program);
    var log = folder.resolve("program.log").toFile();
    var process =
        new ProcessBuilder(WITH_TORCH.orElseThrow().toString(), file.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(Files.readString(log.toPath(), StandardCharsets.UTF_8));
    }
  }

  /** The 32-bit floats of a file that Python wrote in the order of bytes of this machine. */
  static float[] floats(Path file) throws IOException {
    var buffer = java.nio.ByteBuffer.wrap(Files.readAllBytes(file));
    var floats = new float[buffer.capacity() / Float.BYTES];
    buffer.order(java.nio.ByteOrder.nativeOrder()).asFloatBuffer().get(floats);
    return floats;
  }
}
