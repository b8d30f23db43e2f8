package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link LoopingRank} that runs, or another program that speaks in lines. */
final class RankProcess implements AutoCloseable {
  /** Nothing takes as long unless it hangs. */
  static final Duration HANG_GUARD = Duration.ofSeconds(30);

  private static final String ENDED = "(its output has ended)";

  /** What a process printed, and when that was read. */
  record Line(String text, long nanos) {
    /** What follows the first word. */
    String rest() {
      return text.substring(text.indexOf(' ') + 1);
    }

    long millisSince(long startNanos) {
      return TimeUnit.NANOSECONDS.toMillis(nanos - startNanos);
    }
  }

  private final Process process;
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  private RankProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::read);
  }

  static RankProcess start(Map<String, String> variables) throws IOException {
    return start(variables, classPath(), LoopingRank.class.getName());
  }

  /** A process with another main than {@link LoopingRank}. */
  static RankProcess start(Class<?> main, Map<String, String> variables) throws IOException {
    return start(variables, classPath(), main.getName());
  }

  /** A {@link LoopingRank} that finds what is in this folder before anything of ours. */
  static RankProcess start(Map<String, String> variables, Path first) throws IOException {
    return start(variables, first + File.pathSeparator + classPath(), LoopingRank.class.getName());
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static RankProcess start(Map<String, String> variables, String classPath, String main)
      throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, main);
    builder.environment().keySet().removeIf(RankProcess::isAboutRanks);
    builder.environment().put("XDG_CONFIG_HOME", "/nonexistent");
    builder.environment().putAll(variables);
    return new RankProcess(builder.redirectErrorStream(true).start());
  }

  private static boolean isAboutRanks(String name) {
    return name.startsWith("WEFT_") || name.startsWith("HOST_ADDR");
  }

  private void read() {
    try (BufferedReader reader = process.inputReader()) {
      reader.lines().forEach(text -> lines.add(new Line(text, System.nanoTime())));
    } catch (IOException | UncheckedIOException e) {
      lines.add(new Line("cannot read: " + e, System.nanoTime()));
    }
    lines.add(new Line(ENDED, System.nanoTime()));
  }

  long pid() {
    return process.pid();
  }

  /** Writes a line to its standard input. */
  void tell(String line) throws IOException {
    var writer = process.outputWriter();
    writer.write(line + "\n");
    writer.flush();
  }

  /** The next line that begins so; others before it are passed over. */
  Line await(String beginning) throws InterruptedException {
    long end = System.nanoTime() + HANG_GUARD.toNanos();
    while (true) {
      var line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError(
            "no '%s' within %s, but %s".formatted(beginning, HANG_GUARD, seen));
      }
      seen.add(line.text);
      if (line.text.startsWith(beginning)) {
        return line;
      }
      if (line.text.equals(ENDED)) {
        throw new AssertionError("no '%s', but %s".formatted(beginning, seen));
      }
    }
  }

  /** The next line but those that count turns. */
  Line awaitNext() throws InterruptedException {
    Line line;
    do {
      line = await("");
    } while (line.text.startsWith("turn "));
    return line;
  }

  /** Some turns that were made after now: lines that have been printed before do not count. */
  void awaitTurns() throws InterruptedException {
    lines.removeIf(line -> line.text.startsWith("turn "));
    await("turn ");
    await("turn ");
  }

  /** Sends a signal, such as {@code STOP}; returns when it was sent. */
  long signal(String name) throws IOException, InterruptedException {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO();
    long nanos = System.nanoTime();
    assertThat(kill.start().waitFor()).isZero();
    return nanos;
  }

  /** Whether it still runs when so much time has passed. */
  boolean outlives(Duration time) throws InterruptedException {
    return !process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Its exit code, once its standard input has ended and it has nothing left to do. */
  int awaitExit() throws IOException, InterruptedException {
    process.outputWriter().close();
    assertThat(outlives(HANG_GUARD)).as("%s, and hangs", seen).isFalse();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
