package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.PeerLostException;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.FrameCodec;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that prove themselves and then do not do their part, played over a plain socket. */
@Tag("processes")
class DepartureTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);
  private static final InetSocketAddress NOWHERE =
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 9);

  @Test
  void a_member_that_leaves_after_the_table_is_out_is_named() {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          try (var thread = Executors.newSingleThreadExecutor()) {
            var master = thread.submit(() -> Ranks.failures(meeting.all(2).subList(0, 1)));
            registerAsRankOne(meeting.master(), 2, NOWHERE).close();
            assertThat(master.get().getFirst())
                .isInstanceOf(PeerLostException.class)
                .hasMessage(
                    "rank 1 (elsewhere, 127.0.0.1:9) left before the rendezvous was complete: "
                        + "look at its log");
          }
        });
  }

  @Test
  void a_master_that_leaves_is_named() {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          try (var thread = Executors.newSingleThreadExecutor();
              var listener = meeting.listener()) {
            var member = thread.submit(() -> Ranks.failures(List.of(meeting.options(1, 2))));
            try (var socket = listener.accept().socket()) {
              new Handshake(Ranks.TOKEN, socket.getInputStream(), socket.getOutputStream())
                  .asServer(Ranks.identity(0, 2).hello(Role.MASTER));
              FrameCodec.read(socket.getInputStream());
            }
            assertThat(member.get().getFirst())
                .isInstanceOf(PeerLostException.class)
                .hasMessage("rank 0 left before the rendezvous was complete: look at its log");
          }
        });
  }

  @Test
  void a_pair_that_cannot_connect_fails_the_meeting_for_all() {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          var closed = Ranks.onLoopback();
          closed.listener().close();
          var real =
              List.of(
                  meeting.options(0, 3).withTimeout(Ranks.SHORT),
                  meeting.options(2, 3).withTimeout(Ranks.SHORT));
          try (var thread = Executors.newSingleThreadExecutor()) {
            var failures = thread.submit(() -> Ranks.failures(real));
            try (var _ = registerAsRankOne(meeting.master(), 3, closed.master())) {
              assertThat(failures.get())
                  .allSatisfy(
                      failure ->
                          assertThat(failure)
                              .isInstanceOf(AddressException.class)
                              .hasMessageContaining("rank 2 could not reach rank 1 at 127.0.0.1:")
                              .hasMessageContaining("Connection refused"));
            }
          }
        });
  }

  @Test
  void a_rank_whose_host_takes_calls_is_one_that_came_but_does_not_answer() {
    assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          var silent = Ranks.onLoopback();
          var real =
              List.of(
                  meeting.options(0, 3).withTimeout(Ranks.SHORT),
                  meeting.options(2, 3).withTimeout(Ranks.SHORT));
          try (var thread = Executors.newSingleThreadExecutor();
              var _ = silent.listener()) {
            var failures = thread.submit(() -> Ranks.failures(real));
            try (var _ = registerAsRankOne(meeting.master(), 3, silent.master())) {
              assertThat(failures.get())
                  .allSatisfy(
                      failure ->
                          assertThat(failure)
                              .isInstanceOf(RendezvousTimeoutException.class)
                              .hasMessageMatching(
                                  "rank 1 at 127.0.0.1:\\d+ came to the rendezvous but did not "
                                      + "answer rank 2: see whether it is frozen .*"));
            }
          }
        });
  }

  private static Socket registerAsRankOne(
      InetSocketAddress master, int world, InetSocketAddress address) throws IOException {
    var socket = new Socket(master.getAddress(), master.getPort());
    new Handshake(Ranks.TOKEN, socket.getInputStream(), socket.getOutputStream())
        .asClient(Ranks.identity(1, world).hello(Role.MEMBER));
    socket
        .getOutputStream()
        .write(FrameCodec.encode(new Frame.Register("elsewhere", List.of(address), 1)));
    assertThat(FrameCodec.read(socket.getInputStream())).isInstanceOf(Frame.Accepted.class);
    return socket;
  }
}
