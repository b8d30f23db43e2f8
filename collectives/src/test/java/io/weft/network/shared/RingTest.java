package io.weft.network.shared;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

class RingTest {
  @Test
  void notes_come_out_as_they_went_in_and_no_more_than_there_is_room_for() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            var ring = new Ring(arena.allocate(Ring.BYTES, 64));
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
