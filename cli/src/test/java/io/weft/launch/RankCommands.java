package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.command.Weft;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Command lines in processes of their own, each one rank of a job by the variables of a launcher;
 * what still runs at the end is killed.
 */
public final class RankCommands implements AutoCloseable {
  /** Nothing takes as long unless it hangs. */
  private static final long HANG_GUARD_SECONDS = 60;

  private static final String ENDED = "(its output has ended)";

  private final Class<?> program;
  private final int world;
  private final int port;
  private final List<Running> ranks = new ArrayList<>();

  private record Running(Process process, BlockingQueue<String> lines, List<String> seen) {}

  /** Of our own program. */
  public RankCommands(int world) throws IOException {
    this(world, Weft.class);
  }

  public RankCommands(int world, Class<?> program) throws IOException {
    this.program = program;
    this.world = world;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = socket.getLocalPort();
    }
  }

  /** Starts the next rank. */
  public void start(Map<String, String> variables, String... arguments) throws IOException {
    start(builder(arguments), variables);
  }

  /** Starts the next rank in a folder. */
  public void startIn(Path folder, String... arguments) throws IOException {
    start(builder(arguments).directory(folder.toFile()), Map.of());
  }

  private ProcessBuilder builder(String... arguments) {
    return new ProcessBuilder(ThisProgram.command(program.getName(), List.of(arguments)));
  }

  private void start(ProcessBuilder builder, Map<String, String> variables) throws IOException {
    var environment = new HashMap<>(variables);
    environment.putIfAbsent("RANK", "" + ranks.size());
    environment.putIfAbsent("WORLD_SIZE", "" + world);
    environment.putIfAbsent("MASTER_ADDR", "127.0.0.1");
    environment.putIfAbsent("MASTER_PORT", "" + port);
    builder.environment().putAll(environment);
    var rank =
        new Running(
            builder.redirectErrorStream(true).start(),
            new LinkedBlockingQueue<>(),
            new ArrayList<>());
    ranks.add(rank);
    Thread.ofVirtual().start(() -> read(rank));
  }

  /** Starts all ranks alike. */
  public void startAll(Map<String, String> variables, String... arguments) throws IOException {
    while (ranks.size() < world) {
      start(variables, arguments);
    }
  }

  private static void read(Running rank) {
    try (BufferedReader reader = rank.process.inputReader()) {
      reader.lines().forEach(rank.lines::add);
    } catch (IOException | UncheckedIOException e) {
      rank.lines.add("cannot read: " + e);
    }
    rank.lines.add(ENDED);
  }

  /** Waits until a rank has printed a line with this in it. */
  public void await(int rank, String part) throws InterruptedException {
    var it = ranks.get(rank);
    String line;
    do {
      line = it.lines.poll(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
      assertThat(line).as("rank %d hangs: %s", rank, it.seen).isNotNull();
      it.seen.add(line);
      assertThat(line.equals(ENDED) && !part.equals(ENDED)).as("%s", it.seen).isFalse();
    } while (!line.contains(part));
  }

  public void kill(int rank) {
    ranks.get(rank).process.destroyForcibly();
  }

  /** The exit code of a rank, once it has ended. */
  public int exitCode(int rank) throws InterruptedException {
    await(rank, ENDED);
    var process = ranks.get(rank).process;
    assertThat(process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** What a rank has printed so far. */
  public String said(int rank) {
    return String.join("\n", ranks.get(rank).seen);
  }

  @Override
  public void close() {
    ranks.forEach(rank -> rank.process.destroyForcibly());
  }
}
