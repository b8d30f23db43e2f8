package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.socket.KeyStores;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Real sockets, and ranks that wait in vain. */
@Tag("processes")
class TlsRendezvousTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  @Test
  void ranks_with_keys_of_their_own_meet_inside_tls() {
    guarded(
        () -> {
          var ranks = Ranks.onLoopback().all(3, TlsRendezvousTest::protectedByTls);
          var meshes = Ranks.meet(ranks.stream().map(rank -> rank.withStreams(2)).toList());
          assertThat(meshes.getFirst().connections(1).toString()).contains(" in TLS");
          assertThat(meshes.get(2).connections(1).toString()).contains(" in TLS");
          Ranks.exchange(meshes);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void a_master_with_tls_and_those_whom_it_cannot_understand_say_so() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks =
              List.of(
                  protectedByTls(meeting.options(0, 3)).withTimeout(Ranks.SHORT),
                  meeting.options(1, 3),
                  meeting.options(2, 3).withTls(KeyStores.shared().tls("stranger")));
          try (var noise = new Socket(meeting.master().getAddress(), meeting.master().getPort())) {
            noise.getOutputStream().write(new byte[2000]);
          }
          var failures = Ranks.failures(ranks);
          assertThat(failures.get(0))
              .isInstanceOf(RendezvousTimeoutException.class)
              .hasMessageContaining(
                  "missing: 1, 2; connections dropped because only one side speaks TLS: 1"
                      + " (give --tls to all ranks or to none), from 127.0.0.1:")
              .hasMessageContaining(
                  "; connections dropped in TLS: 2 (check the certificates), from 127.0.0.1:");
          assertThat(failures.get(1))
              .isInstanceOf(AuthenticationException.class)
              .hasMessage(
                  "rank 0 speaks TLS and rank 1 does not: give --tls to all ranks or to none");
          assertThat(failures.get(2))
              .isInstanceOf(AuthenticationException.class)
              .hasMessageStartingWith("rank 2 and rank 0 at 127.0.0.1:")
              .hasMessageContaining("do not agree in TLS (");
        });
  }

  @Test
  void a_master_without_tls_and_a_rank_with_it_say_so() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks =
              List.of(
                  meeting.options(0, 2).withTimeout(Ranks.SHORT),
                  protectedByTls(meeting.options(1, 2)));
          var failures = Ranks.failures(ranks);
          assertThat(failures.get(0))
              .isInstanceOf(RendezvousTimeoutException.class)
              .hasMessageContaining(
                  "missing: 1; connections dropped because only one side speaks TLS: 1 (give");
          assertThat(failures.get(1))
              .isInstanceOf(AuthenticationException.class)
              .hasMessage(
                  "rank 1 speaks TLS and rank 0 does not: give --tls to all ranks or to none");
        });
  }

  private static RendezvousOptions protectedByTls(RendezvousOptions options) {
    return options.withTls(KeyStores.shared().tls(options.rank() % 2 == 0 ? "even" : "odd"));
  }

  private static void guarded(Executable test) {
    assertTimeoutPreemptively(HANG_GUARD, test);
  }
}
