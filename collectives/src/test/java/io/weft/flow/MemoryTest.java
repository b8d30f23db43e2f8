package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.Receiving;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once an operation has failed, its memory is the caller's again. */
class MemoryTest {
  private static final int BYTES = 8 << 20;
  private static final int MESSAGES = 40;

  /** Closing an arena fails while anybody is at its memory. */
  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2})
  void it_can_be_given_back(int streams) {
    for (int round = 0; round < 5; round++) {
      try (var flows = Flows.open(2, streams, FlowOptions.DEFAULT)) {
        flows.run(
            transport -> {
              try (var arena = Arena.ofShared()) {
                fail(flows, transport, arena.allocate(BYTES), arena.allocate(BYTES));
              }
            });
      }
    }
  }

  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2})
  void nobody_writes_to_it_any_more(int streams) {
    for (int round = 0; round < 3; round++) {
      try (var flows = Flows.open(2, streams, FlowOptions.DEFAULT)) {
        flows.run(
            transport -> {
              var target = MemorySegment.ofArray(new byte[BYTES]);
              fail(flows, transport, MemorySegment.ofArray(new byte[BYTES]), target);
              Contents.fill(target, 99);
              transport.close();
              assertThat(Contents.firstDifference(target, 99)).isNegative();
            });
      }
    }
  }

  /**
   * Gives up in the middle of messages in both directions, which all use the same memory. What is
   * waited for last never comes.
   */
  private static void fail(
      Flows flows, FlowTransport transport, MemorySegment source, MemorySegment target) {
    int peer = 1 - transport.rank();
    boolean failed = false;
    try (var channel = transport.open(flows.ticket(1));
        var other = transport.open(flows.ticket(2))) {
      Receiving last = other.receive(peer, MemorySegment.ofArray(new byte[1]));
      for (int i = 0; i < MESSAGES; i++) {
        channel.send(peer, source);
        channel.receive(peer, target);
      }
      last.await(Flows.within(Duration.ofMillis(20)));
    } catch (PeerSlowException | PeerLostException e) {
      failed = true;
    }
    assertThat(failed).isTrue();
  }
}
