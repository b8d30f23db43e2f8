package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Channel;
import io.weft.network.Sending;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operation that one rank has not begun never blocks another. */
class NotBegunTest {
  private static final int SMALL = 2_000;
  private static final int SMALL_BYTES = 16 << 10;
  private static final int LARGE = 3;
  private static final int LARGE_BYTES = 2_000_000;
  private static final int ROUNDS = 50;

  private final Flows flows = Flows.open(2, 1, Flows.NO_PULSE);

  @AfterEach
  void close() {
    flows.close();
  }

  @Test
  void others_go_on_and_then_it_is_all_there() {
    try (var early = flows.transport(0).open(flows.ticket(1))) {
      var sendings = new ArrayList<Sending>();
      for (int i = 0; i < SMALL + LARGE; i++) {
        sendings.add(early.send(1, Contents.filled(i, bytes(i))));
      }
      flows.run(transport -> exchange(transport.open(flows.ticket(2)), 1 - transport.rank()));
      assertThat(flows.transport(0).wireBytes())
          .as("what went ahead waits at the receiver, hence is little")
          .isLessThan((1 << 20) + (2 * SMALL + LARGE) * Header.BYTES + 2 * ROUNDS * 300_000);
      flows.run(
          transport -> {
            if (transport.rank() == 0) {
              sendings.forEach(sending -> sending.await(Flows.soon()));
            } else {
              readAll(transport.open(flows.ticket(1)));
            }
          });
    }
  }

  private static int bytes(int message) {
    return message < SMALL ? SMALL_BYTES : LARGE_BYTES;
  }

  private static void exchange(Channel channel, int peer) {
    try (channel) {
      for (int round = 0; round < ROUNDS; round++) {
        int bytes = round % 2 == 0 ? 1_000 : 300_000;
        var sending = channel.send(peer, Contents.filled(round, bytes));
        var memory = Contents.allocate(Contents.Home.NATIVE, bytes);
        channel.receive(peer, memory).await(Flows.soon());
        assertThat(Contents.firstDifference(memory, round)).isNegative();
        sending.await(Flows.soon());
      }
    }
  }

  private static void readAll(Channel channel) {
    try (channel) {
      for (int i = 0; i < SMALL + LARGE; i++) {
        var memory = Contents.allocate(Contents.Home.BYTES, bytes(i));
        channel.receive(0, memory).await(Flows.soon());
        assertThat(Contents.firstDifference(memory, i)).as("message %d", i).isNegative();
      }
    }
  }
}
