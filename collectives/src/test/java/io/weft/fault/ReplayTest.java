package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.join.JoinOptions;
import io.weft.join.JoinSteps;
import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Role;
import io.weft.network.identity.RankFlags;
import io.weft.network.rendezvous.RendezvousOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An eavesdropper says once more what a rank said in its handshake with a process. */
@Tag("processes")
class ReplayTest {
  private static final String TOKEN = "the-token-of-a-job-that-is-overheard";
  private static final String JOIN = "join WEFT_TOKEN=" + TOKEN;

  @TempDir private Path folder;

  @Test
  @Tag("thorough")
  void a_replayed_handshake_is_refused_and_the_job_begins_and_ends_right() throws Exception {
    try (var job = RankProcesses.start(3, folder)) {
      job.rank(0).tell(JOIN);
      OpenPorts.awaitListener(job.rank(0).pid());
      var recorded = recorded(options(job));
      assertThat(recorded).hasSize(Hello.BYTES + Bits256.BYTES);
      var answer = answer(job.port(), recorded);
      assertThat(Arrays.copyOfRange(answer, Hello.BYTES, answer.length))
          .as("zeros, which refuse")
          .isEqualTo(new byte[Bits256.BYTES]);
      job.rank(1).tell(JOIN);
      job.rank(2).tell(JOIN);
      for (var rank : job.all()) {
        rank.await("joined");
        rank.awaitTurns();
      }
      job.stop();
    }
  }

  /** Those of rank 1. */
  private static RendezvousOptions options(RankProcesses job) {
    var variables = new HashMap<>(job.variables(1));
    variables.put("WEFT_TOKEN", TOKEN);
    variables.put("XDG_CONFIG_HOME", "/nonexistent");
    return JoinSteps.rendezvous(JoinOptions.of(variables, RankFlags.NONE).orElseThrow());
  }

  /** What a rank says in a handshake that succeeds, after which it goes. */
  private static byte[] recorded(RendezvousOptions options) throws IOException {
    var said = new ByteArrayOutputStream();
    try (var socket = call(options.master().getPort())) {
      var wire = socket.getOutputStream();
      var tapped =
          new OutputStream() {
            @Override
            public void write(int value) throws IOException {
              said.write(value);
              wire.write(value);
            }
          };
      var master =
          new Handshake(options.token(), socket.getInputStream(), tapped)
              .asClient(options.identity().hello(Role.MEMBER));
      assertThat(master.rank()).isZero();
    }
    return said.toByteArray();
  }

  private static byte[] answer(int port, byte[] bytes) throws IOException {
    try (var socket = call(port)) {
      socket.getOutputStream().write(bytes);
      return socket.getInputStream().readAllBytes();
    }
  }

  private static Socket call(int port) throws IOException {
    var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
    socket.setSoTimeout((int) RankProcess.HANG_GUARD.toMillis());
    return socket;
  }
}
