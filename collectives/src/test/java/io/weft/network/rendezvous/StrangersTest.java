package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** Connections that are not ranks, made while the master waits for the last rank. */
class StrangersTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  @Test
  void random_bytes_are_dropped_and_the_ranks_meet() {
    var bytes = new byte[4096];
    new SplittableRandom(3).nextBytes(bytes);
    assertDropped(bytes);
  }

  @Test
  void huge_lengths_are_dropped_and_the_ranks_meet() {
    var bytes = new byte[256];
    Arrays.fill(bytes, (byte) 0x7f);
    assertDropped(bytes);
  }

  @Test
  void a_replayed_handshake_is_dropped_and_the_ranks_meet() throws Exception {
    assertDropped(recordedHandshake());
  }

  @Test
  void silence_does_not_hold_up_the_ranks() {
    assertNotHeldUpBy(new byte[0], 5);
  }

  @Test
  void half_a_hello_does_not_hold_up_the_ranks() throws Exception {
    assertNotHeldUpBy(Arrays.copyOf(recordedHandshake(), 50), 5);
  }

  @Test
  void more_silent_connections_than_there_is_room_for_do_not_hold_up_the_ranks() {
    assertNotHeldUpBy(new byte[0], 3 * Limits.STRANGERS_WAITING_MAX);
  }

  /** The strangers speak while rank 2 has not come yet, and are gone when it comes. */
  private static void assertDropped(byte[] bytes) {
    var meshes =
        meetAmongStrangers(
            bytes,
            5,
            strangers -> {
              for (var stranger : strangers) {
                awaitEnd(stranger);
              }
            });
    assertThat(meshes.getFirst().strangers()).isEqualTo(5);
  }

  private static void assertNotHeldUpBy(byte[] bytes, int count) {
    var meshes = meetAmongStrangers(bytes, count, _ -> {});
    assertThat(meshes).hasSize(3);
  }

  private static List<Mesh> meetAmongStrangers(
      byte[] bytes, int count, ThrowingConsumer<List<Socket>> beforeTheLastRank) {
    return assertTimeoutPreemptively(
        HANG_GUARD,
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3);
          var strangers = new ArrayList<Socket>();
          try (var thread = Executors.newSingleThreadExecutor()) {
            var first = thread.submit(() -> Ranks.meet(ranks.subList(0, 2)));
            for (int i = 0; i < count; i++) {
              strangers.add(connect(meeting.master()));
              strangers.getLast().getOutputStream().write(bytes);
            }
            beforeTheLastRank.accept(strangers);
            var meshes = new ArrayList<>(Ranks.meet(ranks.subList(2, 3)));
            meshes.addAll(0, first.get());
            meshes.forEach(Mesh::close);
            return meshes;
          } finally {
            closeAll(strangers);
          }
        });
  }

  /** Until the master has closed the connection, with or without unread bytes. */
  private static void awaitEnd(Socket stranger) throws IOException {
    try {
      stranger.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  private static Socket connect(InetSocketAddress master) throws IOException {
    return new Socket(master.getAddress(), master.getPort());
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
  }

  /** What rank 1 says in a handshake that succeeds, as an eavesdropper gets it. */
  private static byte[] recordedHandshake() throws Exception {
    try (var listener = Ranks.onLoopback().listener();
        var threads = Executors.newSingleThreadExecutor()) {
      var said = threads.submit(() -> speakAsRankOne(listener));
      try (var socket = listener.accept().socket()) {
        new Handshake(Ranks.TOKEN, socket.getInputStream(), socket.getOutputStream())
            .asServer(Ranks.identity(0, 3).hello(Role.MASTER));
      }
      return said.get();
    }
  }

  private static byte[] speakAsRankOne(ServerSocketChannel listener) throws IOException {
    var said = new ByteArrayOutputStream();
    try (var socket = connect((InetSocketAddress) listener.getLocalAddress())) {
      var wire = socket.getOutputStream();
      var tapped =
          new OutputStream() {
            @Override
            public void write(int value) throws IOException {
              said.write(value);
              wire.write(value);
            }
          };
      new Handshake(Ranks.TOKEN, socket.getInputStream(), tapped)
          .asClient(Ranks.identity(1, 3).hello(Role.MEMBER));
    }
    return said.toByteArray();
  }
}
