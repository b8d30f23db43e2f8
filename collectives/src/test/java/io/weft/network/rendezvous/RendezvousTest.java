package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void every_pair_can_talk_both_ways(int world) {
    guarded(
        () -> {
          var meshes = Ranks.meet(Ranks.onLoopback().all(world));
          assertThat(meshes).hasSize(world);
          exchange(meshes);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void ranks_meet_over_ipv6() {
    guarded(
        () -> {
          var meshes = Ranks.meet(overIpv6().all(3));
          exchange(meshes);
          assertThat(meshes.get(2).peer(1).address().getAddress().getAddress()).hasSize(16);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void a_mesh_knows_its_ranks_and_closes_its_sockets() {
    guarded(
        () -> {
          var meshes = Ranks.meet(Ranks.onLoopback().all(3));
          var mesh = meshes.get(1);
          assertThat(mesh.rank()).isEqualTo(1);
          assertThat(mesh.world()).isEqualTo(3);
          assertThat(mesh.peer(2).hostName()).isEqualTo(Addresses.hostName());
          assertThat(mesh.peer(2).address()).isEqualTo(meshes.get(0).peer(2).address());
          var channel = mesh.channel(2);
          assertThat(channel.isBlocking()).isTrue();
          assertThat(channel.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
          meshes.forEach(Mesh::close);
          assertThat(channel.isOpen()).isFalse();
        });
  }

  @Test
  void a_master_that_comes_last_is_waited_for() {
    guarded(
        () -> {
          var ranks = Ranks.onLoopback().all(4);
          var meshes = Ranks.meet(ranks.reversed());
          assertThat(meshes).extracting(Mesh::rank).containsExactly(3, 2, 1, 0);
          meshes.forEach(Mesh::close);
        });
  }

  private static Ranks overIpv6() throws IOException {
    try {
      return Ranks.at(InetAddress.ofLiteral("::1"));
    } catch (IOException e) {
      assumeTrue(false, "no IPv6 loopback on this machine: " + e.getMessage());
      throw e;
    }
  }

  /** Each rank sends every other one a byte that names both. */
  private static void exchange(List<Mesh> meshes) throws IOException {
    for (var mesh : meshes) {
      for (int peer = 0; peer < mesh.world(); peer++) {
        if (peer != mesh.rank()) {
          mesh.channel(peer).write(ByteBuffer.wrap(new byte[] {name(mesh.rank(), peer)}));
        }
      }
    }
    for (var mesh : meshes) {
      for (int peer = 0; peer < mesh.world(); peer++) {
        if (peer != mesh.rank()) {
          var received = ByteBuffer.allocate(1);
          mesh.channel(peer).read(received);
          assertThat(received.get(0)).isEqualTo(name(peer, mesh.rank()));
        }
      }
    }
  }

  private static byte name(int from, int to) {
    return (byte) (16 * from + to);
  }

  private static void guarded(Executable test) {
    assertTimeoutPreemptively(HANG_GUARD, test);
  }
}
