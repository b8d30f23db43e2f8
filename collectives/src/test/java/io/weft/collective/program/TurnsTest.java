package io.weft.collective.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.Comparator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class TurnsTest {
  private record Turn(double clock, int rank) {}

  private static final Comparator<Turn> ORDER =
      Comparator.comparingDouble(Turn::clock).thenComparingInt(Turn::rank);

  @Test
  void the_earliest_comes_first_and_of_equals_the_lowest_rank() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 50);
          var turns = new Turns(ranks);
          var expected = new ArrayList<Turn>();
          for (int rank = 0; rank < ranks; rank++) {
            expected.add(new Turn(draw.between(0, 9), rank));
            turns.add(expected.getLast().clock, rank);
          }
          for (int change = draw.between(0, 100); change > 0; change--) {
            expected.sort(ORDER);
            assertThat(turns.clock()).isEqualTo(expected.getFirst().clock);
            int rank = turns.remove();
            assertThat(rank).isEqualTo(expected.removeFirst().rank);
            var again = new Turn(draw.between(0, 9), rank);
            expected.add(again);
            if (draw.between(0, 1) == 0) {
              turns.add(again.clock, rank);
              continue;
            }
            expected.sort(ORDER);
            var first = expected.getFirst();
            assertThat(turns.exchange(again.clock, rank)).isEqualTo(first.rank);
            turns.add(first.clock, first.rank);
          }
        });
  }
}
