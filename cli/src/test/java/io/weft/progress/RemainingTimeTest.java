package io.weft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemainingTimeTest {
  private static final Path RECORDED = Path.of("src/test/resources/progress");

  /** How long each step took, in milliseconds. */
  private static List<Double> recorded(String run) {
    try {
      return Files.readAllLines(RECORDED.resolve(run + ".txt")).stream()
          .filter(line -> !line.startsWith("#"))
          .map(Double::parseDouble)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain"})
  void after_a_tenth_of_a_run_its_length_is_known_to_a_fifth(String run) {
    var steps = recorded(run);
    double whole = steps.stream().mapToDouble(Double::doubleValue).sum() / 1e3;
    var remaining = new RemainingTime();
    remaining.add(0, 0);
    double time = 0;
    var wrong = new ArrayList<String>();
    for (int step = 1; step <= steps.size(); step++) {
      time += steps.get(step - 1) / 1e3;
      remaining.add(time, step);
      if (step >= steps.size() / 10) {
        double guessed = time + remaining.seconds(steps.size()).orElseThrow();
        if (Math.abs(guessed - whole) > 0.2 * whole) {
          wrong.add("after step %d %.1f s and not %.1f s".formatted(step, guessed, whole));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void nothing_is_said_before_three_steps_are_made() {
    var remaining = new RemainingTime();
    for (int step = 0; step < 3; step++) {
      remaining.add(step, step);
      assertThat(remaining.seconds(10)).isEmpty();
    }
    remaining.add(3, 3);
    assertThat(remaining.seconds(10)).hasValue(7);
  }

  @Test
  void a_long_run_is_thinned_out_and_stays_known() {
    var remaining = new RemainingTime();
    for (int step = 0; step <= 100_000; step++) {
      remaining.add(step, step);
    }
    assertThat(remaining.seconds(200_000).orElseThrow()).isBetween(99_999.0, 100_001.0);
  }
}
