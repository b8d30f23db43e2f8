package io.weft.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.graph.Phase;
import io.weft.training.bucket.Pieces;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CreditTest {
  private static final long PIECE_BYTES = 1 << 10;
  private static final int PIECES = 4;

  /** On the link for two seconds, and under way for one more. */
  private static final ExchangeCosts COSTS =
      new ExchangeCosts() {
        @Override
        public int ranks() {
          return 2;
        }

        @Override
        public Cost of(Phase phase, double bytes, int tensors) {
          return bytes < PIECE_BYTES ? Cost.NONE : new Cost(3, 1, 0, bytes, 1);
        }

        @Override
        public Cost ofPairs(double bytes, int tensors) {
          throw new AssertionError("nothing is merged here");
        }
      };

  private static Prediction predicted(Schedule schedule, long credit) {
    var parameters =
        List.of(
            new Parameter("one", List.of(PIECES * PIECE_BYTES / Float.BYTES), List.of(0), true));
    return new Scenario(
            new Profile("one", 1, List.of(1.0), parameters),
            new StepTimes(3, 0, 0),
            schedule,
            Pieces.cut(BucketPlan.perParameter(parameters), PIECE_BYTES),
            COSTS,
            WireForm.DENSE,
            Scenario.Coder.COMPUTE,
            CorePools.PLENTY,
            credit)
        .simulate();
  }

  @Test
  void one_piece_at_a_time_waits_for_the_latency_of_each() {
    var schedule = new PriorityPropagation();
    assertThat(predicted(schedule, PIECE_BYTES).stepSeconds())
        .isCloseTo(3 + PIECES * (2 + 1), within(1e-9));
    assertThat(predicted(schedule, 2 * PIECE_BYTES).stepSeconds())
        .isCloseTo(3 + PIECES * 2 + 1, within(1e-9));
    assertThat(predicted(schedule, Long.MAX_VALUE).stepSeconds())
        .isCloseTo(3 + PIECES * 2 + 1, within(1e-9));
  }

  @Test
  void the_parts_of_a_step_are_those_of_one_step_where_ranks_exchange_after_several() {
    var found = predicted(new LocalSteps(8), Long.MAX_VALUE);
    var parts = Pattern.compile("([0-9.]+) ms of ").matcher(found.criticalPath());
    double millis = parts.results().mapToDouble(it -> Double.parseDouble(it.group(1))).sum();
    assertThat(found.stepSeconds()).isCloseTo(3 + (PIECES * 2 + 1) / 8.0, within(1e-9));
    assertThat(millis).isCloseTo(found.stepSeconds() * 1e3, within(0.5));
    assertThat(found.criticalPath()).contains("on the mean of 8 steps");
  }
}
