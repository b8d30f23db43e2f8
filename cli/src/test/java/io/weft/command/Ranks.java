package io.weft.command;

import io.weft.cli.RecordedTerminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Command lines that run in this process at the same time, each as one rank of a job. */
final class Ranks {
  private final String master;

  Ranks() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      master = "127.0.0.1:" + socket.getLocalPort();
    }
  }

  /** How a rank ended. */
  record Ended(int exitCode, String out, String err) {}

  /** One command line; the flags that make it a rank are added. */
  Callable<Ended> rank(int rank, int world, String... args) {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--rank", "" + rank, "--world", "" + world, "--master", master));
    return () -> {
      var recorded = new RecordedTerminal();
      int exitCode = Weft.run(recorded.pipe(), all.toArray(String[]::new));
      return new Ended(exitCode, recorded.out(), recorded.err());
    };
  }

  /** How all ended, by rank. */
  static List<Ended> run(List<Callable<Ended>> ranks) throws InterruptedException {
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      return threads.invokeAll(ranks).stream().map(future -> future.resultNow()).toList();
    }
  }

  /** How ranks with the same command line ended. */
  List<Ended> run(int world, String... args) throws InterruptedException {
    var ranks = new ArrayList<Callable<Ended>>();
    for (int rank = 0; rank < world; rank++) {
      ranks.add(rank(rank, world, args));
    }
    return run(ranks);
  }
}
