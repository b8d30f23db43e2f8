package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Ticket;
import io.weft.network.shared.Board;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that show each other something small all see it, or learn why not. */
@EnabledOnOs(OS.LINUX)
class AssemblyTest {
  @TempDir private Path folder;

  @Test
  void all_see_what_each_shows_turn_after_turn() {
    try (var flows = Flows.openShared(3, folder)) {
      flows.run(
          transport -> {
            var random = new Random(transport.rank());
            for (int turn = 1; turn <= 4_000; turn++) {
              int longs = turn % 5 == 0 ? Board.PAGE_BYTES / 8 : turn % 7;
              var shown =
                  show(transport, flows.ticket(turn), contents(transport.rank(), turn, longs));
              for (int delay = random.nextInt(50); delay > 0; delay--) {
                Thread.onSpinWait();
              }
              for (int rank = 0; rank < 3; rank++) {
                var expected = contents(rank, turn, longs);
                assertThat(shown[rank].mismatch(expected)).isEqualTo(-1);
              }
            }
          });
    }
  }

  private static MemorySegment contents(int rank, int turn, int longs) {
    var memory = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, longs);
    for (int i = 0; i < longs; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, rank * 1_000_000_007L + turn * 31L + i);
    }
    return memory;
  }

  private static MemorySegment[] show(FlowTransport transport, Ticket ticket, MemorySegment own) {
    return transport
        .sharedMemory()
        .orElseThrow()
        .show(ticket, own, Duration.ofSeconds(20), () -> {});
  }

  private static MemorySegment[] show(FlowTransport transport, Ticket ticket) {
    return show(transport, ticket, contents(0, 0, 1));
  }

  @Test
  void ranks_of_different_minds_all_hear_who_is_odd() {
    try (var flows = Flows.openShared(3, folder)) {
      var failures =
          flows.failures(
              transport -> show(transport, flows.ticket(1, transport.rank() == 2 ? 9 : 5, 0)));
      assertThat(failures)
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(MismatchException.class)
                      .hasMessageContaining("rank 2 does not do what the others do"));
    }
  }

  @Test
  void one_that_shows_and_one_that_signals_find_out() {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                var ticket = flows.ticket(1, transport.rank(), 0);
                if (transport.rank() == 0) {
                  show(transport, ticket);
                } else {
                  try (var channel = transport.open(ticket)) {
                    channel.awaitSignal(0, Flows.soon());
                  }
                }
              });
      assertThat(failures)
          .allSatisfy(failure -> assertThat(failure).isInstanceOf(MismatchException.class));
    }
  }

  @Test
  void who_comes_late_answers_whoever_has_asked_meanwhile() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            if (transport.rank() == 1) {
              Flows.until(transport.tribunal()::isAsked);
            }
            show(transport, flows.ticket(1));
            show(transport, flows.ticket(2));
          });
      assertThat(flows.transport(1).tribunal().isAsked()).isFalse();
    }
  }

  @Test
  void a_peer_that_leaves_is_lost() {
    try (var flows = Flows.openShared(3, folder)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                show(transport, flows.ticket(1));
                if (transport.rank() == 1) {
                  transport.close();
                } else {
                  show(transport, flows.ticket(2));
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
      var outcomes =
          flows.outcomes(
              transport -> {
                if (transport.rank() == 0) {
                  var memory = transport.sharedMemory().orElseThrow();
                  memory.show(flows.ticket(1), contents(0, 0, 1), Duration.ofMillis(300), () -> {});
                }
              });
      assertThat(outcomes.get(0).orElseThrow()).isInstanceOf(PeerSlowException.class);
      assertThat(outcomes.get(1)).isEmpty();
    }
  }
}
