package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.join.JoinOptions;
import io.weft.join.Sharing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The processes of one job, by rank; what still runs at the end is killed. */
final class RankProcesses implements AutoCloseable {
  private final List<RankProcess> ranks = new ArrayList<>();
  private final int port;

  private final int world;
  private final Path recordings;

  private RankProcesses(int port, int world, Path recordings) {
    this.port = port;
    this.world = world;
    this.recordings = recordings;
  }

  /**
   * Processes that are ready to join.
   *
   * @param recordings where they write what they did before they failed
   */
  static RankProcesses start(int world, Path recordings) throws IOException, InterruptedException {
    return start(world, world, recordings);
  }

  /** The first ranks of a world; whoever calls this starts the others. */
  static RankProcesses start(int count, int world, Path recordings)
      throws IOException, InterruptedException {
    var processes = new RankProcesses(freePort(), world, recordings);
    try {
      for (int rank = 0; rank < count; rank++) {
        processes.ranks.add(RankProcess.start(processes.variables(rank)));
      }
      for (var rank : processes.ranks) {
        rank.await("ready");
      }
      return processes;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      processes.close();
      throw e;
    }
  }

  /** What tells a process that it is this rank. */
  Map<String, String> variables(int rank) {
    return Map.of(
        "RANK",
        "" + rank,
        "WORLD_SIZE",
        "" + world,
        "MASTER_ADDR",
        "127.0.0.1",
        "MASTER_PORT",
        "" + port,
        Sharing.VARIABLE,
        "tcp",
        JoinOptions.RECORDINGS_VARIABLE,
        recordings.toString());
  }

  /** A port that is free now. */
  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where rank 0 waits. */
  int port() {
    return port;
  }

  RankProcess rank(int rank) {
    return ranks.get(rank);
  }

  List<RankProcess> all() {
    return List.copyOf(ranks);
  }

  List<RankProcess> allBut(int rank) {
    var others = new ArrayList<>(ranks);
    others.remove(rank);
    return others;
  }

  /** Lets all join one job and begin to loop. */
  void join(String settings) throws IOException, InterruptedException {
    for (var rank : ranks) {
      rank.tell("join " + settings);
    }
    for (var rank : ranks) {
      rank.await("joined");
      rank.awaitTurns();
    }
  }

  /** All end well, with results that were right all the time. */
  void stop() throws IOException, InterruptedException {
    ranks.getLast().tell("stop");
    for (var rank : ranks) {
      assertThat(rank.awaitNext().text()).isEqualTo("done, 0 wrong");
      assertThat(rank.awaitNext().text()).isEqualTo("closed");
      assertThat(rank.awaitExit()).isZero();
    }
  }

  @Override
  public void close() {
    ranks.forEach(RankProcess::close);
  }
}
