package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.network.socket.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
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
          Ranks.exchange(meshes);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void ranks_meet_over_ipv6() {
    guarded(
        () -> {
          var meshes = Ranks.meet(overIpv6().all(3));
          Ranks.exchange(meshes);
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
          assertThat(meshes).extracting(Mesh::meeting).containsOnly(mesh.meeting());
          assertThat(mesh.peer(2).address()).isEqualTo(meshes.get(0).peer(2).address());
          assertThatThrownBy(() -> mesh.connections(1)).hasMessage("peer=1: from 0 to 2 without 1");
          var connection = mesh.connections(2).getFirst();
          assertThat(connection.sendBufferBytes()).isPositive();
          meshes.forEach(Mesh::close);
          assertThatThrownBy(() -> connection.read(ByteBuffer.allocate(1)))
              .isInstanceOf(ClosedChannelException.class);
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

  private static void guarded(Executable test) {
    assertTimeoutPreemptively(HANG_GUARD, test);
  }
}
