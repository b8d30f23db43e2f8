package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a stream reads beyond what it needs: what has been read early is copied once more. */
class StreamTest {
  private static final int EPOCH = 1;
  private static final int LARGE = 128 << 10;
  private static final int SMALL = 1 << 10;
  private static final int LITTLE = 512;

  private final Tape written = Tape.blank();
  private final Stream writer = new Stream(written, EPOCH, false, false);
  private Tape played = Tape.blank();
  private Stream reader = writer;

  @BeforeEach
  void write() throws IOException {
    for (int length : List.of(LARGE, LARGE, SMALL, SMALL)) {
      var ticket = new Ticket(new Key(1, 2), 3, List.of(0, 1), 0, () -> "a test");
      var message = new Message(ticket, 0, new Parts(MemorySegment.ofArray(new byte[length])));
      message.eager = length == SMALL;
      writer.write(Piece.next(message, length), 0, false);
      writer.write(Piece.pulse(0, 0), 0, false);
    }
    played = Tape.of(written.recorded());
    reader = new Stream(played, EPOCH, false, false);
  }

  @Test
  void after_a_large_frame_the_next_is_read_to_its_place_whatever_controls_come_between()
      throws IOException {
    take(LARGE);
    int before = played.available();
    take(0);
    assertThat(reader.readHeader().length()).isEqualTo(LARGE);
    assertThat(before - played.available()).isLessThanOrEqualTo(LITTLE);
  }

  @Test
  void a_control_that_follows_a_large_frame_takes_no_read_of_its_own_for_what_follows()
      throws IOException {
    take(LARGE);
    take(0);
    int before = played.available();
    assertThat(reader.readHeader().length()).isEqualTo(LARGE);
    assertThat(played.available()).isEqualTo(before);
  }

  @Test
  void after_a_small_frame_all_that_is_there_is_read_at_once() throws IOException {
    take(LARGE);
    take(0);
    take(LARGE);
    take(0);
    take(SMALL);
    take(0);
    take(SMALL);
    assertThat(played.available()).isZero();
  }

  private void take(int length) throws IOException {
    var head = reader.readHeader();
    assertThat(head.length()).isEqualTo(length);
    if (length > 0) {
      reader.readInto(new Parts(MemorySegment.ofArray(new byte[length])), head);
    }
  }
}
