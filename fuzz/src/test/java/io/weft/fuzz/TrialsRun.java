package io.weft.fuzz;

import io.weft.trials.Trials;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * One target on mutations of its valid inputs, in a process of its own, where Jazzer does not run.
 */
final class TrialsRun {
  /** Beside the time for trials: a start of a JVM and of the target, and the last input. */
  private static final int MORE_SECONDS_MOST = 300;

  private static final int LINES_SHOWN = 25;

  private TrialsRun() {}

  static FuzzingResult of(String name, int seconds, Path folder) throws Exception {
    var log = Files.createDirectories(folder).resolve("log");
    var command = Fuzzing.java();
    command.addAll(List.of(TrialsRun.class.getName(), name, Integer.toString(seconds)));
    int exit = Fuzzing.run(command, log, seconds + MORE_SECONDS_MOST);
    var lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    if (exit == 0) {
      return new FuzzingResult(true, lines.getLast());
    }
    var how =
        exit == Fuzzing.UNENDED
            ? "did not end within %d s".formatted(seconds + MORE_SECONDS_MOST)
            : "exit " + exit;
    var shown = lines.stream().limit(LINES_SHOWN).collect(Collectors.joining("\n"));
    return new FuzzingResult(false, "%s: %s, see %s\n%s".formatted(name, how, log, shown));
  }

  /** Tries one target for so many seconds: {@code TrialsRun TARGET SECONDS}. */
  public static void main(String[] arguments) {
    int exit = 0;
    try {
      long count = tries(arguments[0], Integer.parseInt(arguments[1]));
      System.out.printf("%s: %d trials, nothing found%n", arguments[0], count);
    } catch (Throwable found) { // whatever it is, it is for a person to read
      found.printStackTrace();
      exit = 1;
    }
    System.exit(exit); // also if a thread still reads
  }

  private static long tries(String name, int seconds) throws Exception {
    var target = Targets.named(name);
    var guard = new Guard(target);
    var seeds = target.seeds();
    var count = new AtomicLong();
    var reader = Executors.newSingleThreadExecutor();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      Trials.forAll(
          draw -> {
            var input = Mutation.of(draw, seeds);
            count.incrementAndGet();
            readInTime(reader, guard, input);
          });
    }
    return count.get();
  }

  private static void readInTime(ExecutorService reader, Guard guard, byte[] input) {
    try {
      reader.submit(() -> read(guard, input)).get(Fuzzing.INPUT_SECONDS_MOST, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(
          "not read within %d s: %s"
              .formatted(Fuzzing.INPUT_SECONDS_MOST, HexFormat.of().formatHex(input)),
          e);
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whatever it throws is a finding. */
  static void read(Guard guard, byte[] input) {
    try {
      guard.read(input);
    } catch (Throwable thrown) { // also what no reader may throw
      throw new AssertionError("found by " + HexFormat.of().formatHex(input), thrown);
    }
  }
}
