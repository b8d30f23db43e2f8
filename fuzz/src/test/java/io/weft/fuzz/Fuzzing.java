package io.weft.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fuzzes targets for so many seconds each: {@code Fuzzing SECONDS [TARGET…]}, and all without a
 * name. Leaves what it found, and what it has learnt for the next time, in {@code target/fuzz}.
 */
public final class Fuzzing {
  private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();
  private static final Path FOLDER = Path.of("target", "fuzz").toAbsolutePath();

  /** A reader that takes longer hangs, on however busy a machine. */
  static final int INPUT_SECONDS_MOST = 60;

  /** In place of an exit code: the process did not end in time. */
  static final int UNENDED = -1;

  /** More than the processes of a target may take beside the time for fuzzing. */
  private static final int MORE_SECONDS_MOST = 900;

  private Fuzzing() {}

  /** Ends with 1 if anything was found. */
  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    var named = List.of(arguments).subList(1, arguments.length);
    var names = named.isEmpty() ? List.copyOf(Targets.ALL.keySet()) : named;
    var reason = JazzerRun.impediment();
    reason.ifPresent(why -> say("Jazzer does not run here, so trials do: " + why));
    boolean clean = true;
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      var runs = new ArrayList<Future<FuzzingResult>>();
      for (var name : names) {
        Targets.named(name);
        var folder = FOLDER.resolve(name);
        runs.add(
            threads.submit(
                () ->
                    reason.isPresent()
                        ? TrialsRun.of(name, seconds, folder)
                        : JazzerRun.of(name, seconds, folder)));
      }
      long most = (long) Math.ceilDiv(names.size(), AT_ONCE) * (seconds + MORE_SECONDS_MOST);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(most);
      for (var run : runs) {
        var result = run.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        say(result.text());
        clean &= result.clean();
      }
    } catch (TimeoutException e) {
      say("a target has not come to its end long after its time: its process is stuck");
      System.exit(1);
    }
    System.exit(clean ? 0 : 1);
  }

  private static void say(String line) {
    System.out.println(line);
  }

  /** Writes the valid inputs of a target where a fuzzer begins with them. */
  static Path corpus(String name, Path folder) throws Exception {
    var corpus = Files.createDirectories(folder.resolve("corpus"));
    var seeds = Targets.named(name).seeds();
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(corpus.resolve("seed-" + i), seeds.get(i));
    }
    return corpus;
  }

  /** The beginning of a command like that of this process: its JVM, flags and class path. */
  static List<String> java() {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  /** Runs a command, whose output goes to a file, and says how it ended. */
  static int run(List<String> command, Path log, long secondsMost)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      return process.waitFor(secondsMost, TimeUnit.SECONDS) ? process.exitValue() : UNENDED;
    } finally {
      process.destroyForcibly();
    }
  }
}
