package io.weft.join;

import io.weft.network.identity.RankFlags;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** A job whose ranks join as threads of this process, each with variables of its own. */
record Job(int world, int port, Map<String, String> shared) {
  static Job of(int world) throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var environment = Map.of("XDG_CONFIG_HOME", "/nonexistent", "WEFT_TRANSPORT", "tcp");
      return new Job(world, socket.getLocalPort(), environment);
    }
  }

  Job with(String name, String value) {
    var more = new HashMap<>(shared);
    more.put(name, value);
    return new Job(world, port, more);
  }

  JoinOptions options(int rank) {
    var environment = new HashMap<>(shared);
    environment.put("RANK", "" + rank);
    environment.put("WORLD_SIZE", "" + world);
    environment.put("MASTER_ADDR", "127.0.0.1");
    environment.put("MASTER_PORT", "" + port);
    return JoinOptions.of(environment, RankFlags.NONE).orElseThrow();
  }

  /** What a rank does once it is one. */
  interface Body<T> {
    T run(Rank rank) throws Exception;
  }

  /** What each rank ends with, when all start at once. */
  <T> List<Future<T>> outcomes(Function<Integer, JoinOptions> options, Body<T> body)
      throws InterruptedException {
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var calls = new ArrayList<Callable<T>>();
      for (int rank = 0; rank < world; rank++) {
        int number = rank;
        calls.add(
            () -> {
              try (var joined = Join.open(options.apply(number))) {
                return body.run(joined);
              }
            });
      }
      return threads.invokeAll(calls);
    }
  }

  /** What all ranks return, by rank. */
  <T> List<T> run(Body<T> body) throws InterruptedException {
    return outcomes(this::options, body).stream().map(Job::success).toList();
  }

  private static <T> T success(Future<T> outcome) {
    if (outcome.state() == Future.State.FAILED) {
      throw new AssertionError("a rank failed", outcome.exceptionNow());
    }
    return outcome.resultNow();
  }
}
