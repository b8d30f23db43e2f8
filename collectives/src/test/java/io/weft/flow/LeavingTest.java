package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Channel;
import io.weft.network.PeerLostException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that has done its part may leave, and only those who wait for it mind. */
class LeavingTest {
  private static MemorySegment bytes(int count) {
    return MemorySegment.ofArray(new byte[count]);
  }

  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 3})
  void those_who_wait_for_a_rank_that_leaves_hear_of_it(int streams) {
    try (var flows = Flows.open(3, streams, FlowOptions.DEFAULT)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                if (transport.rank() == 1) {
                  transport.close();
                } else {
                  try (var channel = transport.open(flows.ticket(1))) {
                    channel.receive(1, bytes(10)).await(Flows.soon());
                  }
                }
              });
      assertThat(outcomes.get(1)).isEmpty();
      for (int rank : List.of(0, 2)) {
        assertThat(outcomes.get(rank).orElseThrow())
            .isInstanceOf(PeerLostException.class)
            .hasMessageContaining("rank 1 (")
            .hasMessageContaining("has left the job")
            .hasMessageContaining("rank %d was in operation 1".formatted(rank));
      }
    }
  }

  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 3})
  void those_who_do_not_wait_for_a_rank_that_leaves_go_on(int streams) {
    try (var flows = Flows.open(3, streams, FlowOptions.DEFAULT)) {
      flows.run(
          transport -> {
            if (transport.rank() == 1) {
              transport.close();
              return;
            }
            boolean bothKnow = false;
            for (int i = 0; !bothKnow; i++) {
              bothKnow = exchange(transport.open(flows.ticket(i)), transport);
            }
          });
    }
  }

  @ParameterizedTest(name = "{0} streams")
  @ValueSource(ints = {1, 2, 3})
  void what_a_rank_sent_before_it_left_still_arrives(int streams) {
    for (int round = 0; round < 20; round++) {
      int bytes = round % 2 == 0 ? 100 : 3_000_000;
      try (var flows = Flows.open(2, streams, Flows.NO_PULSE)) {
        flows.run(
            transport -> {
              try (var channel = transport.open(flows.ticket(1))) {
                if (transport.rank() == 0) {
                  channel.send(1, Contents.filled(5, bytes)).await(Flows.soon());
                  channel.signal(1);
                } else {
                  var memory = Contents.allocate(Contents.Home.NATIVE, bytes);
                  channel.receive(0, memory).await(Flows.soon());
                  assertThat(Contents.firstDifference(memory, 5)).isNegative();
                  channel.awaitSignal(0, Flows.soon());
                }
              }
              transport.close();
            });
      }
    }
  }

  /** Whether both have heard that rank 1 has left. */
  private static boolean exchange(Channel channel, FlowTransport transport) {
    int peer = 2 - transport.rank();
    byte knows = (byte) (transport.pair(1).isGone() ? 1 : 0);
    var theirs = new byte[1];
    try (channel) {
      channel.send(peer, MemorySegment.ofArray(new byte[] {knows})).await(Flows.soon());
      channel.receive(peer, MemorySegment.ofArray(theirs)).await(Flows.soon());
    }
    return knows == 1 && theirs[0] == 1;
  }
}
