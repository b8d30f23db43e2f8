package io.weft.collective.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Trials;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class LinesTest {
  @Test
  void every_pair_has_a_line_of_its_own_first_in_first_out() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 4);
          var lines = new Lines(ranks);
          Map<List<Integer>, Deque<Integer>> expected = new HashMap<>();
          int count = draw.between(0, 300);
          for (int number = 0; number < count; number++) {
            var pair = List.of(draw.between(0, ranks - 1), draw.between(0, ranks - 1));
            var line = expected.computeIfAbsent(pair, _ -> new ArrayDeque<>());
            if (line.size() > draw.between(0, 3)) {
              assertThat(lines.first(pair.get(0), pair.get(1))).isEqualTo(line.element());
              assertThat(lines.remove(pair.get(0), pair.get(1))).isEqualTo(line.remove());
            }
            line.add(number);
            lines.add(pair.get(0), pair.get(1), number);
          }
          Map<List<Integer>, Integer> first = new HashMap<>();
          lines.forEach((from, to, number) -> first.put(List.of(from, to), number));
          Map<List<Integer>, Integer> awaited = new HashMap<>();
          expected.forEach((pair, line) -> awaited.put(pair, line.element()));
          assertThat(first).isEqualTo(awaited);
        });
  }
}
