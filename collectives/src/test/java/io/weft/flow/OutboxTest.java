package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final Outbox.Door OPEN = _ -> true;
  private static final Outbox.Gate CHUNKS = bytes -> (int) Math.min(bytes, 1_000);

  private final Outbox outbox = new Outbox();

  private static Message message(int priority, int index, int bytes) {
    var ticket = new Ticket(new Key(0, priority), 0, List.of(0, 1), priority, () -> "a test");
    return new Message(ticket, index, new Parts(MemorySegment.ofArray(new byte[bytes])));
  }

  private Message bulk(int priority, int index, int bytes) {
    var message = message(priority, index, bytes);
    outbox.add(message);
    return message;
  }

  private Message small(int priority, int index, int bytes) {
    var message = message(priority, index, bytes);
    message.eager = true;
    outbox.add(message);
    return message;
  }

  private Piece next() {
    return Objects.requireNonNull(outbox.next(OPEN, CHUNKS));
  }

  private Piece nextBulk(Outbox.Gate gate) {
    return Objects.requireNonNull(outbox.nextBulk(gate));
  }

  /** What goes out, as priority, number and offset. */
  private List<String> all() {
    var order = new ArrayList<String>();
    while (outbox.hasSmall() || outbox.hasBulk()) {
      var piece = next();
      var message = piece.message();
      order.add(
          message == null
              ? piece.kind().name()
              : message.ticket.priority() + "." + piece.index() + "+" + piece.offset());
    }
    return order;
  }

  @Test
  void what_controls_goes_first_and_then_by_priority_and_age() {
    bulk(5, 0, 10);
    small(5, 1, 10);
    bulk(0, 0, 10);
    small(-3, 0, 10);
    outbox.add(Piece.of(Kind.PULSE));
    bulk(0, 1, 10);
    assertThat(all()).containsExactly("PULSE", "-3.0+0", "0.0+0", "0.1+0", "5.0+0", "5.1+0");
  }

  @Test
  void an_urgent_message_goes_between_two_chunks() {
    var large = bulk(5, 0, 2_500);
    assertThat(next().length()).isEqualTo(1_000);
    bulk(1, 0, 1_200);
    small(0, 0, 1);
    assertThat(all()).containsExactly("0.0+0", "1.0+0", "1.0+1000", "5.0+1000", "5.0+2000");
    assertThat(large.remaining()).isZero();
    assertThat(large.moving).isEqualTo(3);
  }

  @Test
  void a_chunk_waits_until_the_gate_lets_it_through() {
    bulk(0, 0, 2_500);
    assertThat(outbox.next(OPEN, _ -> 0)).isNull();
    assertThat(outbox.nextBulk(_ -> 0)).isNull();
    assertThat(outbox.bulkRemaining()).isEqualTo(2_500);
    assertThat(nextBulk(_ -> 700).length()).isEqualTo(700);
    assertThat(outbox.bulkRemaining()).isEqualTo(1_800);
  }

  /** A thread that reads must not get stuck in writing, not even a few bytes. */
  @Test
  void small_frames_wait_until_the_door_lets_them_through() {
    outbox.add(Piece.of(Kind.PULSE));
    assertThat(outbox.next(_ -> false, CHUNKS)).isNull();
    assertThat(next().kind()).isEqualTo(Kind.PULSE);
    small(0, 0, 10);
    assertThat(outbox.next(bytes -> bytes < 10, CHUNKS)).isNull();
    assertThat(next().kind()).isEqualTo(Kind.EAGER);
  }

  @Test
  void further_connections_carry_chunks_only() {
    outbox.add(Piece.of(Kind.PULSE));
    small(0, 0, 10);
    assertThat(outbox.nextBulk(CHUNKS)).isNull();
    bulk(3, 0, 10);
    assertThat(nextBulk(CHUNKS).kind()).isEqualTo(Kind.DATA);
  }
}
