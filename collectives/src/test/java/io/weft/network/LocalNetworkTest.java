package io.weft.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalNetworkTest {
  private final LocalNetwork network = new LocalNetwork(2);
  private final Channel forth = network.transport(0).open(ticket(0));
  private final Channel back = network.transport(1).open(ticket(0));

  private static Ticket ticket(long number) {
    return new Ticket(new Key(0, number), 0, List.of(0, 1), 0, () -> "operation " + number);
  }

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
    var sending = forth.send(1, bytes(1, 2), bytes(), bytes(3, 4, 5));
    assertThat(sending.isTaken()).isFalse();
    back.receive(0, first, second).await(soon());
    assertThat(sending.isTaken()).isTrue();
    assertThat(contents(first)).containsExactly(1, 2, 3, 4);
    assertThat(contents(second)).containsExactly(5);
  }

  @Test
  void a_channel_keeps_its_order_and_leaves_others_alone() {
    var otherForth = network.transport(0).open(ticket(1));
    var otherBack = network.transport(1).open(ticket(1));
    forth.send(1, bytes(1));
    otherForth.send(1, bytes(2));
    forth.signal(1);
    forth.send(1, bytes(3));
    var taken = bytes(0);
    otherBack.receive(0, taken).await(soon());
    assertThat(contents(taken)).containsExactly(2);
    back.receive(0, taken).await(soon());
    assertThat(contents(taken)).containsExactly(1);
    back.receive(0, taken).await(soon());
    assertThat(contents(taken)).containsExactly(3);
    back.awaitSignal(0, soon());
  }

  @Test
  void what_a_rank_sent_before_it_left_still_arrives() {
    forth.send(1, bytes(7));
    network.transport(0).close();
    var taken = bytes(0);
    back.receive(0, taken).await(soon());
    assertThat(contents(taken)).containsExactly(7);
    assertThatThrownBy(() -> back.receive(0, taken).await(soon()))
        .isInstanceOf(PeerLostException.class)
        .hasMessageContaining("rank 1 waits for rank 0 in a test, but rank 0 has left");
  }

  @Test
  void a_message_of_another_length_is_refused_with_both_lengths() {
    forth.send(1, bytes(1, 2, 3));
    assertThatThrownBy(() -> back.receive(0, bytes(0)).await(soon()))
        .hasMessageContaining("rank 0 sent 3 bytes where rank 1 expected 1 in a test");
  }

  @Test
  void receives_match_in_the_order_in_which_they_were_started() {
    var first = bytes(0);
    var second = bytes(0);
    var one = back.receive(0, first);
    var two = back.receive(0, second);
    forth.send(1, bytes(1));
    forth.send(1, bytes(2));
    two.await(soon());
    one.await(soon());
    assertThat(contents(first)).containsExactly(1);
    assertThat(contents(second)).containsExactly(2);
  }

  @Test
  void a_rank_with_something_else_in_mind_is_told() {
    var odd = new Ticket(new Key(0, 0), 1, List.of(0, 1), 0, () -> "a barrier");
    assertThatThrownBy(() -> network.transport(1).open(odd))
        .isInstanceOf(MismatchException.class)
        .hasMessageContaining("a barrier on rank 1, but operation 0 on rank 0");
  }

  @Test
  void waiting_ends_at_the_deadline() {
    var past = Deadline.after(Duration.ZERO, "a test", System::nanoTime);
    assertThatThrownBy(() -> back.receive(0).await(past)).isInstanceOf(PeerSlowException.class);
    var sending = forth.send(1, bytes(1));
    assertThatThrownBy(() -> sending.await(past)).isInstanceOf(PeerSlowException.class);
  }
}
