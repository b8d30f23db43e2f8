package io.weft.fault;

import io.weft.collective.Communicator;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Rank;
import io.weft.join.Timeouts;
import io.weft.network.identity.RankFlags;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process that joins a job when its standard input says {@code join}, and then does all-reduces
 * until {@code stop} or until one fails. It prints a line for all that happens, and ends, as far as
 * it is up to this main, when its standard input does.
 *
 * <p>With a {@code deed} it does that instead of all-reduces, and with {@code rest} nothing before
 * the next line.
 *
 * <p>{@code join} may be followed by settings: variables such as {@code RANK=2}, and {@code bytes},
 * {@code algorithm}, {@code job}, {@code timeoutMillis}, {@code collectiveMillis} and {@code
 * livenessMillis}.
 */
final class LoopingRank {
  private static final String END = "end";
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private LoopingRank() {}

  public static void main(String[] args) throws InterruptedException {
    var process = new LoopingRank();
    Thread.ofPlatform().daemon().name("told").start(process::listen);
    System.out.println("ready");
    for (var line = process.told.take(); !line.equals(END); line = process.told.take()) {
      if (line.startsWith("join")) {
        process.join(settings(line));
      }
    }
    System.out.println("bye");
  }

  private void listen() {
    try (var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      input.lines().forEach(told::add);
    } catch (IOException | UncheckedIOException e) {
      System.out.println("cannot read: " + e);
    }
    told.add(END);
  }

  private static Map<String, String> settings(String line) {
    var settings = new HashMap<String, String>();
    for (String word : line.split(" ", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        settings.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return settings;
  }

  private void join(Map<String, String> settings) throws InterruptedException {
    try (var rank = Join.open(options(settings))) {
      System.out.println("joined");
      if (settings.containsKey("rest")) {
        rest(rank);
      }
      if (settings.containsKey("deed")) {
        Deed.valueOf(settings.get("deed")).perform(rank.communicator());
        System.out.println("sockets " + rank.socketBytes());
      } else {
        loop(rank, settings);
      }
    } catch (RuntimeException e) {
      System.out.println("failed " + spoken(e));
    }
    System.out.println("closed");
  }

  /** Does nothing, as all others do, until the next line. */
  private void rest(Rank rank) throws InterruptedException {
    rank.communicator().barrier();
    System.out.println("resting");
    told.take();
  }

  private static JoinOptions options(Map<String, String> settings) {
    var variables = new HashMap<>(settings);
    variables.keySet().removeIf(name -> !name.equals(name.toUpperCase(Locale.ROOT)));
    var all = new HashMap<>(System.getenv());
    all.putAll(variables);
    var options =
        variables.isEmpty()
            ? JoinOptions.ofProcess()
            : JoinOptions.of(all, RankFlags.NONE).orElseThrow();
    var timeouts =
        new Timeouts(
            millis(settings, "timeoutMillis", Timeouts.DEFAULT.rendezvous()),
            millis(settings, "collectiveMillis", Timeouts.DEFAULT.collective()),
            millis(settings, "livenessMillis", Timeouts.DEFAULT.liveness()));
    return options.withJob(settings.getOrDefault("job", "")).withTimeouts(timeouts);
  }

  private static Duration millis(Map<String, String> settings, String name, Duration otherwise) {
    var text = settings.get(name);
    return text == null ? otherwise : Duration.ofMillis(Long.parseLong(text));
  }

  /** The first element is the number of ranks that were told to stop; the others are known. */
  private void loop(Rank rank, Map<String, String> settings) throws InterruptedException {
    var data = new float[Integer.parseInt(settings.getOrDefault("bytes", "1024")) / Float.BYTES];
    var all = communicator(rank, settings);
    float sum = rank.ranks() * (rank.ranks() + 1) / 2f;
    long turns = 0;
    long wrong = 0;
    long printed = System.nanoTime() - TURN_NANOS;
    do {
      Arrays.fill(data, rank.rank() + 1f);
      data[0] = obey() ? 1 : 0;
      try {
        all.allReduce(Tensor.of(data), Reduction.SUM);
      } catch (RuntimeException e) {
        System.out.println("failed " + spoken(e));
        sayWhatFollows(rank);
        return;
      }
      turns++;
      wrong += wrong(data, sum);
      if (System.nanoTime() - printed >= TURN_NANOS) {
        printed = System.nanoTime();
        System.out.println("turn " + turns);
      }
    } while (data[0] == 0);
    System.out.printf("done, %d wrong%n", wrong);
  }

  private static Communicator communicator(Rank rank, Map<String, String> settings) {
    var algorithm = settings.get("algorithm");
    return algorithm == null ? rank.communicator() : rank.communicator().using(algorithm);
  }

  private static long wrong(float[] data, float sum) {
    long wrong = 0;
    for (int i = 1; i < data.length; i++) {
      wrong += data[i] == sum ? 0 : 1;
    }
    return wrong;
  }

  /** Whether to stop; a pause is over with the next line. */
  private boolean obey() throws InterruptedException {
    var line = told.poll();
    if ("pause".equals(line)) {
      System.out.println("paused");
      line = told.take();
    }
    if (END.equals(line)) {
      told.add(END);
    }
    return "stop".equals(line) || END.equals(line);
  }

  private static void sayWhatFollows(Rank rank) {
    try {
      rank.communicator().barrier();
      System.out.println("then nothing failed");
    } catch (RuntimeException e) {
      System.out.println("then " + spoken(e));
    }
  }

  private static String spoken(RuntimeException e) {
    var message = String.valueOf(e.getMessage()).replace('\n', ' ');
    return e.getClass().getSimpleName() + ": " + message;
  }
}
