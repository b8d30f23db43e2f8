package io.weft.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalNetworkTest {
  private static final Channel CHANNEL = Channel.of(0, 0);

  private final LocalNetwork network = new LocalNetwork(2);
  private final Link forth = network.transport(0).link(1);
  private final Link back = network.transport(1).link(0);

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(30), "a test", System::nanoTime);
  }

  private static MemorySegment bytes(int... values) {
    var array = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      array[i] = (byte) values[i];
    }
    return MemorySegment.ofArray(array);
  }

  private static byte[] contents(MemorySegment segment) {
    return (byte[]) segment.heapBase().orElseThrow();
  }

  @Test
  void parts_may_be_cut_differently_on_both_ends() {
    var first = bytes(0, 0, 0, 0);
    var second = bytes(0);
    var sending = forth.send(CHANNEL, bytes(1, 2), bytes(), bytes(3, 4, 5));
    assertThat(sending.isTaken()).isFalse();
    back.receive(CHANNEL, soon(), first, second);
    assertThat(sending.isTaken()).isTrue();
    assertThat(contents(first)).containsExactly(1, 2, 3, 4);
    assertThat(contents(second)).containsExactly(5);
  }

  @Test
  void a_channel_keeps_its_order_and_leaves_others_alone() {
    var other = Channel.of(0, 1);
    forth.send(CHANNEL, bytes(1));
    forth.send(other, bytes(2));
    forth.send(CHANNEL.forSignals());
    forth.send(CHANNEL, bytes(3));
    var taken = bytes(0);
    back.receive(other, soon(), taken);
    assertThat(contents(taken)).containsExactly(2);
    back.receive(CHANNEL, soon(), taken);
    assertThat(contents(taken)).containsExactly(1);
    back.receive(CHANNEL, soon(), taken);
    assertThat(contents(taken)).containsExactly(3);
    back.receive(CHANNEL.forSignals(), soon());
  }

  @Test
  void what_a_rank_sent_before_it_left_still_arrives() {
    forth.send(CHANNEL, bytes(7));
    network.transport(0).close();
    var taken = bytes(0);
    back.receive(CHANNEL, soon(), taken);
    assertThat(contents(taken)).containsExactly(7);
    assertThatThrownBy(() -> back.receive(CHANNEL, soon(), taken))
        .isInstanceOf(PeerLostException.class)
        .hasMessageContaining("rank 1 waits for rank 0 in a test, but rank 0 has left");
  }

  @Test
  void a_message_of_another_length_is_refused_with_both_lengths() {
    forth.send(CHANNEL, bytes(1, 2, 3));
    assertThatThrownBy(() -> back.receive(CHANNEL, soon(), bytes(0)))
        .hasMessageContaining("rank 0 sent 3 bytes where rank 1 expected 1 in a test");
  }

  @Test
  void waiting_ends_at_the_deadline() {
    var past = Deadline.after(Duration.ZERO, "a test", System::nanoTime);
    assertThatThrownBy(() -> back.receive(CHANNEL, past)).isInstanceOf(PeerSlowException.class);
    var sending = forth.send(CHANNEL, bytes(1));
    assertThatThrownBy(() -> sending.await(past)).isInstanceOf(PeerSlowException.class);
  }
}
