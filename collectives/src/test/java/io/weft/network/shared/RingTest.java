package io.weft.network.shared;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class RingTest {
  @Test
  void messages_come_out_as_they_went_in_while_there_is_room() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            var ring = new Ring(arena.allocate(Ring.byteCount(Ring.ROOM_BYTES_LEAST), 64));
            var expected = new ArrayDeque<byte[]>();
            for (int turn = 0; turn < 500; turn++) {
              if (draw.between(0, 1) > 0) {
                var bytes = new byte[draw.between(0, Ring.MESSAGE_BYTES_MOST)];
                Arrays.fill(bytes, (byte) turn);
                if (offer(ring, bytes)) {
                  expected.add(bytes);
                } else {
                  assertThat(expected).hasSizeGreaterThan(1);
                }
              } else if (!expected.isEmpty()) {
                var note = Objects.requireNonNull(ring.poll());
                assertThat(ring.takeMessage(note)).isEqualTo(expected.remove());
              }
            }
          }
        });
  }

  /** In two parts, of different kinds of memory. */
  private static boolean offer(Ring ring, byte[] bytes) {
    var whole = MemorySegment.ofArray(bytes);
    long half = bytes.length / 2;
    return ring.offerMessage(
        new Note(Note.SIGNAL, 1, 2, 3, 0, 0, 0),
        bytes.length,
        whole.asSlice(0, half),
        Arena.ofAuto().allocate(bytes.length - half).copyFrom(whole.asSlice(half)));
  }

  @Test
  void notes_come_out_as_they_went_in_and_no_more_than_there_is_room_for() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            var ring = new Ring(arena.allocate(Ring.byteCount(Ring.ROOM_BYTES_LEAST), 64));
            var expected = new ArrayDeque<Note>();
            for (int turn = 0; turn < 2000; turn++) {
              if (draw.between(0, 2) > 0) {
                var note = new Note(turn, -turn, turn, 1, 2, 3, Long.MIN_VALUE + turn);
                boolean fits = expected.size() < Ring.SLOTS;
                assertThat(ring.offer(note)).isEqualTo(fits);
                if (fits) {
                  expected.add(note);
                }
              } else {
                assertThat(ring.poll()).isEqualTo(expected.poll());
              }
              assertThat(ring.hasNext()).isEqualTo(!expected.isEmpty());
            }
          }
        });
  }
}
