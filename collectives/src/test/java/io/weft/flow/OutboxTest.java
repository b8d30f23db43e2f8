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
  private static final Outbox.Gate CHUNKS =
      message -> message.eager ? message.length() : Math.min(message.remaining(), 1_000);

  private final Outbox outbox = new Outbox();

  private static Message message(int priority, int index, int bytes) {
    var ticket = new Ticket(new Key(0, priority), 0, List.of(0, 1), priority, () -> "a test");
    return new Message(ticket, index, new Parts(MemorySegment.ofArray(new byte[bytes])));
  }

  private Message credited(int priority, int index, int bytes) {
    var message = message(priority, index, bytes);
    outbox.addSmall(message);
    return message;
  }

  private Message small(int priority, int index, int bytes) {
    var message = message(priority, index, bytes);
    message.eager = true;
    outbox.addSmall(message);
    return message;
  }

  private Piece next() {
    var control = outbox.nextControl();
    return control == null ? Objects.requireNonNull(outbox.nextSmall(CHUNKS)) : control;
  }

  /** What goes out, as priority, number and offset. */
  private List<String> all() {
    var order = new ArrayList<String>();
    while (outbox.hasControls() || outbox.firstSmall() != null) {
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
    credited(5, 0, 10);
    small(5, 1, 10);
    credited(0, 0, 10);
    small(-3, 0, 10);
    outbox.add(Piece.of(Kind.PULSE));
    credited(0, 1, 10);
    assertThat(all()).containsExactly("PULSE", "-3.0+0", "0.0+0", "0.1+0", "5.0+0", "5.1+0");
  }

  @Test
  void an_urgent_message_goes_between_two_chunks() {
    var large = credited(5, 0, 2_500);
    assertThat(next().length()).isEqualTo(1_000);
    credited(1, 0, 1_200);
    small(0, 0, 1);
    assertThat(all()).containsExactly("0.0+0", "1.0+0", "1.0+1000", "5.0+1000", "5.0+2000");
    assertThat(large.remaining()).isZero();
    assertThat(large.moving).isEqualTo(3);
  }

  @Test
  void a_chunk_waits_until_the_gate_lets_it_through() {
    var message = credited(0, 0, 2_500);
    assertThat(outbox.nextSmall(_ -> 0)).isNull();
    assertThat(message.remaining()).isEqualTo(2_500);
    assertThat(Objects.requireNonNull(outbox.nextSmall(_ -> 700)).length()).isEqualTo(700);
    assertThat(message.remaining()).isEqualTo(1_800);
  }

  @Test
  void a_message_without_bytes_passes_every_gate() {
    small(0, 0, 0);
    assertThat(Objects.requireNonNull(outbox.nextSmall(_ -> 0)).kind()).isEqualTo(Kind.EAGER);
  }

  @Test
  void large_messages_wait_by_themselves() {
    outbox.add(Piece.of(Kind.PULSE));
    small(0, 0, 10);
    assertThat(outbox.nextLarge(CHUNKS)).isNull();
    outbox.addLarge(message(3, 0, 10));
    assertThat(Objects.requireNonNull(outbox.nextLarge(CHUNKS)).kind()).isEqualTo(Kind.DATA);
    assertThat(all()).containsExactly("PULSE", "0.0+0");
  }
}
