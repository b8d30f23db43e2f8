package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Channel;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.shared.Commons;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signals through mapped memory end as those through sockets do: with the peer, or a sentence. */
@EnabledOnOs(OS.LINUX)
class MappedSignalsTest {
  @TempDir private Path folder;

  @Test
  void signals_of_operations_are_told_apart_and_may_come_early() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            int peer = 1 - transport.rank();
            try (var one = transport.open(flows.ticket(1));
                var two = transport.open(flows.ticket(2))) {
              (transport.rank() == 0 ? one : two).signal(peer);
              (transport.rank() == 0 ? two : one).awaitSignal(peer, Flows.soon());
              one.signal(peer);
              two.signal(peer);
              (transport.rank() == 0 ? one : two).awaitSignal(peer, Flows.soon());
              two.signal(peer);
              one.signal(peer);
            }
          });
    }
  }

  @Test
  void more_signals_than_the_ring_holds_arrive() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            int peer = 1 - transport.rank();
            try (var channel = transport.open(flows.ticket(1))) {
              for (int i = 0; i < 5_000; i++) {
                channel.signal(peer);
              }
              for (int i = 0; i < 5_000; i++) {
                channel.awaitSignal(peer, Flows.soon());
              }
            }
          });
    }
  }

  @Test
  void ranks_of_different_minds_all_hear_who_is_odd() {
    try (var flows = Flows.openShared(3, folder)) {
      var failures =
          flows.failures(
              transport -> {
                int kind = transport.rank() == 2 ? 9 : 5;
                try (var channel = transport.open(flows.ticket(1, kind, 0))) {
                  meet(channel, transport);
                }
              });
      assertThat(failures)
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(MismatchException.class)
                      .hasMessageContaining("rank 2 does not do what the others do"));
    }
  }

  @Test
  void one_that_sends_and_one_that_signals_find_out() {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1, transport.rank(), 0))) {
                  if (transport.rank() == 0) {
                    meet(channel, transport);
                  } else {
                    channel.receive(0, MemorySegment.ofArray(new byte[10])).await(Flows.soon());
                  }
                }
              });
      assertThat(failures)
          .allSatisfy(failure -> assertThat(failure).isInstanceOf(MismatchException.class));
    }
  }

  @Test
  void a_peer_that_leaves_or_is_cut_off_is_lost() {
    try (var flows = Flows.openShared(3, folder)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  meet(channel, transport);
                }
                if (transport.rank() == 1) {
                  transport.close();
                  return;
                }
                try (var channel = transport.open(flows.ticket(2))) {
                  channel.awaitSignal(1, Flows.soon());
                }
              });
      assertThat(outcomes.get(0).orElseThrow()).isInstanceOf(PeerLostException.class);
      assertThat(outcomes.get(1)).isEmpty();
      assertThat(outcomes.get(2).orElseThrow()).isInstanceOf(PeerLostException.class);
    }
  }

  @Test
  void a_peer_that_does_not_come_is_slow() {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                int peer = 1 - transport.rank();
                try (var channel = transport.open(flows.ticket(1))) {
                  channel.awaitSignal(peer, Flows.within(Duration.ofMillis(300)));
                }
              });
      assertThat(failures)
          .allSatisfy(failure -> assertThat(failure).isInstanceOf(PeerSlowException.class));
    }
  }

  /** For longer than a rank may be silent. */
  @Test
  void neighbours_hear_that_others_live_without_a_byte_over_sockets() {
    var options = new FlowOptions(Duration.ofSeconds(2), false);
    try (var flows = Flows.openShared(2, folder, 2 << 20, options)) {
      flows.run(
          transport -> {
            var shared = Objects.requireNonNull(transport.signals());
            Flows.until(() -> shared.beats() > 0);
            long before = transport.socketBytes();
            long beats = shared.beats();
            Flows.until(() -> shared.beats() > beats + 6);
            assertThat(transport.socketBytes()).isEqualTo(before);
            try (var channel = transport.open(flows.ticket(1))) {
              meet(channel, transport);
            }
          });
    }
  }

  private static void meet(Channel channel, FlowTransport transport) {
    for (int peer = 0; peer < transport.ranks(); peer++) {
      if (peer != transport.rank()) {
        channel.signal(peer);
      }
    }
    for (int peer = 0; peer < transport.ranks(); peer++) {
      if (peer != transport.rank()) {
        channel.awaitSignal(peer, Flows.soon());
      }
    }
  }

  @Test
  void the_commons_of_many_ranks_stay_small() {
    assertThat(Commons.byteCount(2)).isLessThan(4 << 20);
    assertThat(Commons.byteCount(8)).isLessThan(12 << 20);
    assertThat(Commons.byteCount(32)).isLessThan(64 << 20);
  }
}
