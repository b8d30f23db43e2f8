package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Once an operation has failed, its memory is the caller's again. */
class MemoryTest {
  private static final int BYTES = 4 << 20;
  private static final int MESSAGES = 40;

  /** What one of several threads of a rank does with an operation of its own. */
  private interface Part {
    void take(FlowTransport transport, int thread);
  }

  /** Closing an arena fails while anybody is at its memory. */
  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2})
  void it_can_be_given_back(int streams) {
    for (int round = 0; round < 4; round++) {
      try (var flows = Flows.open(2, streams, FlowOptions.DEFAULT)) {
        onThreeThreads(
            flows,
            (transport, thread) -> {
              try (var arena = Arena.ofShared()) {
                var source = arena.allocate(BYTES);
                fail(flows, transport, thread, source, arena.allocate(BYTES));
              }
            });
      }
    }
  }

  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2})
  void nobody_writes_to_it_any_more(int streams) {
    for (int round = 0; round < 4; round++) {
      try (var flows = Flows.open(2, streams, FlowOptions.DEFAULT)) {
        onThreeThreads(
            flows,
            (transport, thread) -> {
              var target = MemorySegment.ofArray(new byte[BYTES]);
              fail(flows, transport, thread, MemorySegment.ofArray(new byte[BYTES]), target);
              Contents.fill(target, 99);
              transport.close();
              assertThat(Contents.firstDifference(target, 99)).isNegative();
            });
      }
    }
  }

  /** An operation that is left in the middle ends the job for all, as no result can be trusted. */
  @Test
  void an_operation_may_be_left_in_the_middle() {
    try (var flows = Flows.open(2)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                try (var arena = Arena.ofShared();
                    var channel = transport.open(flows.ticket(1))) {
                  int peer = 1 - transport.rank();
                  channel.send(peer, arena.allocate(BYTES));
                  channel.receive(peer, arena.allocate(BYTES));
                  var receiving = channel.receive(peer, arena.allocate(BYTES));
                  if (transport.rank() == 1) {
                    receiving.await(Flows.soon());
                  }
                }
              });
      assertThat(outcomes.get(0)).isEmpty();
      assertThat(outcomes.get(1).orElseThrow())
          .isInstanceOf(PeerLostException.class)
          .hasMessageStartingWith("rank 0 has left operation 1 of kind 0 in the middle");
    }
  }

  /** Of several threads that wait for a peer one reads and the others do not. */
  private static void onThreeThreads(Flows flows, Part part) {
    var calls = new ArrayList<Callable<Boolean>>();
    for (int rank : List.of(0, 1)) {
      for (int thread : List.of(0, 1, 2)) {
        calls.add(
            () -> {
              part.take(flows.transport(rank), thread);
              return true;
            });
      }
    }
    for (var call : Flows.all(calls)) {
      if (call.state() == Future.State.FAILED) {
        throw new AssertionError("a thread failed", call.exceptionNow());
      }
    }
  }

  /**
   * Gives up in the middle of messages in both directions, which all use the same memory. What is
   * waited for never comes.
   */
  private static void fail(
      Flows flows,
      FlowTransport transport,
      int thread,
      MemorySegment source,
      MemorySegment target) {
    int peer = 1 - transport.rank();
    boolean failed = false;
    try (var channel = transport.open(flows.ticket(2L * thread));
        var other = transport.open(flows.ticket(2L * thread + 1))) {
      var never = other.receive(peer, MemorySegment.ofArray(new byte[1]));
      for (int i = 0; i < MESSAGES; i++) {
        channel.send(peer, source);
        channel.receive(peer, target);
      }
      never.await(Flows.within(Duration.ofMillis(30)));
    } catch (PeerSlowException | PeerLostException e) {
      failed = true;
    }
    assertThat(failed).isTrue();
  }
}
