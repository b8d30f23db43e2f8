package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections from outside, to every port of a job that begins and runs. */
@Tag("processes")
class StrangersAtJobTest {
  private static final String JOIN = "join bytes=65536 WEFT_TOKEN=0123456789abcdef0123456789";

  @TempDir private Path folder;

  @Test
  void a_job_among_strangers_begins_goes_on_and_ends_right() throws Exception {
    try (var job = RankProcesses.start(3, folder)) {
      job.rank(0).tell(JOIN);
      job.rank(1).tell(JOIN);
      var ports = new HashSet<>(OpenPorts.awaitListener(job.rank(0).pid()));
      assertThat(ports).contains(job.port());
      ports.addAll(OpenPorts.awaitListener(job.rank(1).pid()));
      var strangers = new ArrayList<>(approach(ports));
      assertThat(strangers).hasSizeGreaterThanOrEqualTo(8);
      job.rank(2).tell(JOIN);
      for (var rank : job.all()) {
        rank.await("joined");
        rank.awaitTurns();
      }
      ports.addAll(openPorts(job));
      strangers.addAll(approach(ports));
      for (var rank : job.all()) {
        rank.awaitTurns();
      }
      job.stop();
      for (var stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static Set<Integer> openPorts(RankProcesses job) throws IOException {
    var ports = new HashSet<Integer>();
    for (var rank : job.all()) {
      ports.addAll(OpenPorts.of(rank.pid()));
    }
    System.out.printf("a job that runs listens at %d ports%n", ports.size());
    return ports;
  }

  /** Tries everything at every port; the connections that say no more are left open. */
  private static List<Socket> approach(Set<Integer> ports) throws IOException {
    var open = new ArrayList<Socket>();
    for (int port : ports) {
      for (var bytes : List.of(new byte[0], new byte[1], randomBytes(), hugeLengths())) {
        call(port, bytes).ifPresent(open::add);
      }
    }
    return open;
  }

  private static Optional<Socket> call(int port, byte[] bytes) throws IOException {
    var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    var socket = new Socket();
    try {
      socket.connect(address, (int) RankProcess.HANG_GUARD.toMillis());
      socket.getOutputStream().write(bytes);
      return Optional.of(socket);
    } catch (ConnectException e) {
      socket.close(); // Nobody listens there any more.
      return Optional.empty();
    }
  }

  private static byte[] randomBytes() {
    var bytes = new byte[4096];
    new SplittableRandom(7).nextBytes(bytes);
    return bytes;
  }

  private static byte[] hugeLengths() {
    var bytes = new byte[256];
    Arrays.fill(bytes, (byte) 0x7f);
    return bytes;
  }
}
