package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nobody waits for something that has already happened. There are no signs of life in these jobs,
 * so that whoever overlooks something is not saved by the next one.
 */
class StallTest {
  private static final int ROUNDS = 150;

  /** Other threads finish a message, yet the one that waits for it must notice. */
  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2, 3})
  void messages_in_one_direction_end_on_both_sides(int streams) {
    try (var flows = Flows.open(2, streams, Flows.NO_PULSE)) {
      var both = new CyclicBarrier(2);
      flows.run(
          transport -> {
            for (int round = 0; round < ROUNDS; round++) {
              int bytes = 20_000 + 7_919 * round;
              try (var channel = transport.open(flows.ticket(round))) {
                if (transport.rank() == 0) {
                  channel.send(1, Contents.filled(round, bytes)).await(Flows.soon());
                } else {
                  var memory = Contents.allocate(Contents.Home.NATIVE, bytes);
                  channel.receive(0, memory).await(Flows.soon());
                  assertThat(Contents.firstDifference(memory, round)).isNegative();
                }
              }
              both.await(30, TimeUnit.SECONDS);
            }
          });
    }
  }

  /** The role of the reader goes from one thread that waits to another. */
  @Test
  void several_threads_wait_for_one_peer() {
    try (var flows = Flows.open(2, 1, Flows.NO_PULSE)) {
      var calls = new ArrayList<Callable<Boolean>>();
      for (int thread = 0; thread < 4; thread++) {
        for (int rank : List.of(0, 1)) {
          long first = 1_000L * thread;
          calls.add(() -> pingPong(flows, flows.transport(rank), first));
        }
      }
      for (var call : Flows.all(calls)) {
        assertThat(call.state()).isEqualTo(Future.State.SUCCESS);
      }
    }
  }

  private static boolean pingPong(Flows flows, FlowTransport transport, long first) {
    int peer = 1 - transport.rank();
    for (int round = 0; round < 2 * ROUNDS; round++) {
      try (var channel = transport.open(flows.ticket(first + round))) {
        var memory = MemorySegment.ofArray(new byte[round]);
        if ((transport.rank() + round) % 2 == 0) {
          channel.send(peer, Contents.filled(round, round)).await(Flows.soon());
          channel.awaitSignal(peer, Flows.soon());
        } else {
          channel.receive(peer, memory).await(Flows.soon());
          channel.signal(peer);
          assertThat(Contents.firstDifference(memory, round)).isNegative();
        }
      }
    }
    return true;
  }

  /** For which each must be told how far the peer is; the first is for what is small. */
  @Test
  void every_further_stream_carries_its_share() {
    int bytes = 64 << 20;
    try (var flows = Flows.open(2, 3, Flows.NO_PULSE)) {
      flows.run(
          transport -> {
            try (var channel = transport.open(flows.ticket(1))) {
              var memory = Contents.allocate(Contents.Home.NATIVE, bytes);
              if (transport.rank() == 0) {
                channel.send(1, memory).await(Flows.soon());
              } else {
                channel.receive(0, memory).await(Flows.soon());
              }
            }
          });
      var lanes = flows.transport(0).pair(1).lanes();
      assertThat(lanes.getFirst().stream().sent()).isLessThan(bytes / 20);
      assertThat(lanes.subList(1, lanes.size()))
          .allSatisfy(lane -> assertThat(lane.stream().sent()).isGreaterThan(bytes / 20));
    }
  }
}
