package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several streams for each pair, and which addresses they use. */
class StreamsTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);
  private static final InetAddress FIRST = InetAddress.ofLiteral("127.0.0.1");
  private static final InetAddress SECOND = InetAddress.ofLiteral("127.0.0.2");
  private static final InetAddress NOT_OURS = InetAddress.ofLiteral("192.0.2.1");

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 2", "4, 3", "2, 16"})
  void every_stream_of_every_pair_carries_its_own_bytes(int world, int streams) {
    guarded(
        () -> {
          var meshes = Ranks.meet(Ranks.onLoopback().all(world, rank -> rank.withStreams(streams)));
          assertStreams(meshes, streams);
          Ranks.exchange(meshes);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void streams_take_turns_with_the_addresses_on_both_sides() {
    guarded(
        () -> {
          requireAddress(SECOND);
          var meshes =
              Ranks.meet(
                  Ranks.onLoopback()
                      .all(3, rank -> rank.withBind(List.of(FIRST, SECOND)).withStreams(5)));
          assertStreams(meshes, 5);
          for (var mesh : meshes) {
            for (int peer = 0; peer < 3; peer++) {
              for (int stream = 0; peer != mesh.rank() && stream < 5; stream++) {
                var both = stream % 2 == 0 ? "127\\.0\\.0\\.1:\\d+" : "127\\.0\\.0\\.2:\\d+";
                assertThat(mesh.connections(peer).get(stream).toString())
                    .matches(both + " to " + both);
              }
            }
          }
          Ranks.exchange(meshes);
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void there_is_at_least_one_stream_for_each_address() throws IOException {
    try (var listener = Ranks.onLoopback().listener()) {
      var ranks = new Ranks(listener, (InetSocketAddress) listener.getLocalAddress());
      var options = ranks.options(1, 2).withBind(List.of(FIRST, SECOND, FIRST));
      assertThat(options.streams()).isEqualTo(3);
      assertThatThrownBy(() -> options.withStreams(17)).hasMessage("streams=17: from 1 to 16");
      assertThatThrownBy(() -> options.withStreams(0)).hasMessage("streams=0: from 1 to 16");
    }
  }

  @Test
  void streams_work_over_ipv6() {
    guarded(
        () -> {
          var loopback = InetAddress.ofLiteral("::1");
          requireAddress(loopback);
          var meshes =
              Ranks.meet(
                  Ranks.at(loopback)
                      .all(3, rank -> rank.withBind(List.of(loopback)).withStreams(2)));
          Ranks.exchange(meshes);
          assertThat(meshes.get(2).connections(1).get(1).toString())
              .matches("\\[0:0:0:0:0:0:0:1]:\\d+ to \\[0:0:0:0:0:0:0:1]:\\d+");
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void without_bind_ranks_listen_where_they_see_the_master_from() {
    guarded(
        () -> {
          var here = addressThatOthersReach();
          var meshes = Ranks.meet(Ranks.at(here).all(3));
          for (int rank = 0; rank < 3; rank++) {
            assertThat(meshes.getFirst().peer(rank).address().getAddress()).isEqualTo(here);
          }
          meshes.forEach(Mesh::close);
        });
  }

  @Test
  void different_numbers_of_streams_are_refused_with_both_values_on_all_sides() {
    assertAllRefused(
        rank -> rank.rank() == 2 ? rank.withStreams(4) : rank,
        "rank 2 \\(.*\\) wants 4 streams for each pair, rank 0 wants 1:"
            + " start all ranks with the same");
  }

  @Test
  void different_numbers_of_addresses_are_refused_with_both_values_on_all_sides() {
    assertAllRefused(
        rank -> rank.rank() == 1 ? rank.withBind(List.of(FIRST, FIRST)) : rank,
        "rank 1 \\(.*\\) has 2 bind addresses, rank 0 has 1: give every rank as many");
  }

  @Test
  void an_address_of_another_host_is_refused_at_once() {
    guarded(
        () -> {
          var ranks = Ranks.onLoopback();
          try (var _ = ranks.listener()) {
            var options = ranks.options(1, 2).withBind(List.of(NOT_OURS));
            assertThatThrownBy(() -> Rendezvous.meet(options))
                .isInstanceOf(AddressException.class)
                .message()
                .matches(
                    "rank 1 cannot call from 192\\.0\\.2\\.1 \\(.*\\): "
                        + "bind to an address of this host");
          }
        });
  }

  @Test
  void a_master_whose_address_is_not_the_first_or_has_no_port_is_refused() {
    var master = new InetSocketAddress(SECOND, 29500);
    var options = RendezvousOptions.of(Ranks.identity(0, 2), master, Ranks.TOKEN);
    assertThatThrownBy(() -> options.withBind(List.of(FIRST, SECOND)))
        .isInstanceOf(AddressException.class)
        .hasMessageContaining("bind address 127.0.0.2 of rank 0 is the master's");
    var nowhere = new InetSocketAddress(FIRST, 0);
    assertThatThrownBy(() -> RendezvousOptions.of(Ranks.identity(1, 2), nowhere, Ranks.TOKEN))
        .isInstanceOf(AddressException.class)
        .hasMessageContaining("the master's port is 0");
  }

  private static void assertStreams(List<Mesh> meshes, int streams) {
    for (var mesh : meshes) {
      for (int peer = 0; peer < mesh.world(); peer++) {
        if (peer != mesh.rank()) {
          assertThat(mesh.connections(peer)).hasSize(streams);
        }
      }
    }
  }

  private static void assertAllRefused(UnaryOperator<RendezvousOptions> change, String sentence) {
    guarded(
        () ->
            assertThat(Ranks.failures(Ranks.onLoopback().all(3, change)))
                .hasSize(3)
                .allSatisfy(
                    failure ->
                        assertThat(failure)
                            .isInstanceOf(ConfigurationDiffersException.class)
                            .message()
                            .matches(sentence)));
  }

  private static void requireAddress(InetAddress address) {
    try (var socket = new ServerSocket(0, 1, address)) {
      assumeTrue(socket.isBound());
    } catch (IOException e) {
      abort("this host has no address %s: %s".formatted(address, e.getMessage()));
    }
  }

  private static InetAddress addressThatOthersReach() throws IOException {
    var found = new ArrayList<InetAddress>();
    for (var device : NetworkInterface.networkInterfaces().toList()) {
      if (device.isUp() && !device.isLoopback()) {
        device.inetAddresses().filter(Inet4Address.class::isInstance).forEach(found::add);
      }
    }
    assumeTrue(!found.isEmpty(), "this host has no address that others reach");
    return found.getFirst();
  }

  private static void guarded(Executable test) {
    assertTimeoutPreemptively(HANG_GUARD, test);
  }
}
