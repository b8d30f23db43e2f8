package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Channel;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Small messages through mapped memory arrive as those through sockets do. */
@EnabledOnOs(OS.LINUX)
class MappedMessagesTest {
  private static final int BYTES = 4096;

  /** More than the ring and the receiver have room for together. */
  private static final int MANY = 1500;

  @TempDir private Path folder;

  @Test
  void more_than_there_is_room_for_wait_and_arrive_in_order() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            try (var channel = transport.open(flows.ticket(1))) {
              if (transport.rank() == 0) {
                var sendings = new ArrayList<Sending>();
                for (int i = 0; i < MANY; i++) {
                  sendings.add(channel.send(1, message(i)));
                }
                assertThat(sendings.getLast().isTaken()).isFalse();
                channel.signal(1);
                sendings.forEach(sending -> sending.await(Flows.soon()));
              } else {
                receive(channel);
              }
            }
          });
    }
  }

  private static MemorySegment message(int number) {
    var message = MemorySegment.ofArray(new int[BYTES / Integer.BYTES]);
    message.setAtIndex(ValueLayout.JAVA_INT, BYTES / Integer.BYTES - 1, number);
    return message;
  }

  /** The last is asked for first, and waits for those before it. */
  private static void receive(Channel channel) {
    var memory = MemorySegment.ofArray(new int[MANY * BYTES / Integer.BYTES]);
    var receivings = new ArrayList<Receiving>();
    for (long i = 0; i < MANY; i++) {
      receivings.add(channel.receive(0, memory.asSlice(i * BYTES, BYTES)));
    }
    receivings.getLast().await(Flows.soon());
    receivings.forEach(receiving -> receiving.await(Flows.soon()));
    channel.awaitSignal(0, Flows.soon());
    for (int i = 0; i < MANY; i++) {
      long last = (i + 1L) * BYTES / Integer.BYTES - 1;
      assertThat(memory.getAtIndex(ValueLayout.JAVA_INT, last)).isEqualTo(i);
    }
  }

  @Test
  void small_and_large_messages_of_one_operation_do_not_get_mixed_up() {
    try (var flows = Flows.openShared(2, folder)) {
      flows.run(
          transport -> {
            try (var channel = transport.open(flows.ticket(1))) {
              var sent = new ArrayList<Sending>();
              for (int bytes : new int[] {0, 100_000, 8, 20_000, 4096, 4097}) {
                var filled = new byte[bytes];
                Arrays.fill(filled, (byte) (bytes % 127));
                if (transport.rank() == 0) {
                  sent.add(channel.send(1, MemorySegment.ofArray(filled)));
                } else {
                  var target = new byte[bytes];
                  channel.receive(0, MemorySegment.ofArray(target)).await(Flows.soon());
                  assertThat(target).isEqualTo(filled);
                }
              }
              sent.forEach(sending -> sending.await(Flows.soon()));
            }
          });
    }
  }

  @Test
  void ranks_of_different_minds_find_out() {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1, transport.rank(), 0))) {
                  channel.send(1 - transport.rank(), message(1));
                  channel.receive(1 - transport.rank(), message(2)).await(Flows.soon());
                }
              });
      assertThat(failures)
          .allSatisfy(failure -> assertThat(failure).isInstanceOf(MismatchException.class));
    }
  }

  @Test
  void a_peer_that_leaves_is_lost_after_its_last_message() {
    try (var flows = Flows.openShared(2, folder)) {
      var outcomes =
          flows.outcomes(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 1) {
                    channel.send(0, message(7)).await(Flows.soon());
                    return;
                  }
                  channel.receive(1, message(0)).await(Flows.soon());
                  channel.receive(1, message(0)).await(Flows.soon());
                } finally {
                  if (transport.rank() == 1) {
                    transport.close();
                  }
                }
              });
      assertThat(outcomes.get(0).orElseThrow()).isInstanceOf(PeerLostException.class);
      assertThat(outcomes.get(1)).isEmpty();
    }
  }
}
