package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Role;
import io.weft.network.socket.KeyStores;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** Connections that are not ranks, made while the master waits for the last rank. */
class StrangersTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  @Test
  void random_bytes_are_dropped_and_the_ranks_meet() {
    assertDropped(Stranger.randomBytes());
  }

  @Test
  void random_bytes_do_not_hold_up_ranks_that_speak_tls() {
    var tls = KeyStores.shared().tls("even");
    UnaryOperator<RendezvousOptions> change = rank -> rank.withTls(tls);
    ThrowingConsumer<Stranger> talk = stranger -> stranger.say(Stranger.randomBytes());
    assertThat(meetAmongStrangers(talk, 5, change)).hasSize(3);
  }

  @Test
  void huge_lengths_are_dropped_and_the_ranks_meet() {
    assertDropped(Stranger.hugeLengths());
  }

  @Test
  void a_replayed_handshake_is_dropped_and_the_ranks_meet() throws Exception {
    assertDropped(recordedHandshake());
  }

  @Test
  void whoever_connects_and_goes_does_not_hold_up_the_ranks() {
    assertNotHeldUpBy(Stranger::close, 20);
  }

  @Test
  void bytes_that_come_one_by_one_are_dropped_and_the_ranks_meet() throws Exception {
    var recorded = recordedHandshake();
    assertNotHeldUpBy(
        stranger -> {
          stranger.sayByteByByte(recorded);
          stranger.awaitEnd();
        },
        3);
  }

  @Test
  void silence_does_not_hold_up_the_ranks() {
    assertNotHeldUpBy(_ -> {}, 5);
  }

  @Test
  void half_a_hello_does_not_hold_up_the_ranks() throws Exception {
    var half = Arrays.copyOf(recordedHandshake(), 50);
    assertNotHeldUpBy(stranger -> stranger.say(half), 5);
  }

  @Test
  void more_silent_connections_than_there_is_room_for_do_not_hold_up_the_ranks() {
    assertNotHeldUpBy(_ -> {}, 3 * Limits.STRANGERS_WAITING_MAX);
  }

  /** The strangers speak while rank 2 has not come yet, and are gone when it comes. */
  private static void assertDropped(byte[] bytes) {
    var meshes = meetAmongStrangers(saying(bytes), 5, UnaryOperator.identity());
    assertThat(meshes).hasSize(3);
    assertThat(meshes.getFirst().strangers()).isEqualTo(5);
  }

  private static void assertNotHeldUpBy(ThrowingConsumer<Stranger> talk, int count) {
    assertThat(meetAmongStrangers(talk, count, UnaryOperator.identity())).hasSize(3);
  }

  private static ThrowingConsumer<Stranger> saying(byte[] bytes) {
    return stranger -> {
      stranger.say(bytes);
      stranger.awaitEnd();
    };
  }

  private static List<Mesh> meetAmongStrangers(
      ThrowingConsumer<Stranger> talk, int count, UnaryOperator<RendezvousOptions> change) {
    return assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3, change);
          var strangers = new ArrayList<Stranger>();
          try (var thread = Executors.newSingleThreadExecutor()) {
            var first = thread.submit(() -> Ranks.meet(ranks.subList(0, 2)));
            for (int i = 0; i < count; i++) {
              strangers.add(new Stranger(meeting.master()));
              talk.accept(strangers.getLast());
            }
            var meshes = new ArrayList<>(Ranks.meet(ranks.subList(2, 3)));
            meshes.addAll(0, first.get());
            meshes.forEach(Mesh::close);
            return meshes;
          } finally {
            for (var stranger : strangers) {
              stranger.close();
            }
          }
        });
  }

  /** What rank 1 says in a handshake that succeeds, as an eavesdropper gets it. */
  private static byte[] recordedHandshake() throws Exception {
    var ranks = Ranks.onLoopback();
    try (var listener = ranks.listener();
        var threads = Executors.newSingleThreadExecutor();
        var client = new Socket(ranks.master().getAddress(), ranks.master().getPort())) {
      var hello = Ranks.identity(1, 3).hello(Role.MEMBER);
      var said = threads.submit(() -> Stranger.record(client, Ranks.TOKEN, hello));
      try (var socket = listener.accept().socket()) {
        new Handshake(Ranks.TOKEN, socket.getInputStream(), socket.getOutputStream())
            .asServer(Ranks.identity(0, 3).hello(Role.MASTER));
        return said.get();
      }
    }
  }
}
