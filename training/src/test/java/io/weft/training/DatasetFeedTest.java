package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.World;
import io.weft.data.SyntheticImages;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatasetFeedTest {
  private static final int STEPS = 5;
  private static final SyntheticImages DATA =
      new SyntheticImages(30, new SyntheticImages.Size(1, 2, 2), 5, 7);

  /** All inputs of some steps in no order, and the weights of each step added up. */
  private record Seen(List<Float> inputs, double weights) {}

  private static Seen seen(int ranks, int batch, int microSteps) {
    var inputs = Collections.synchronizedList(new ArrayList<Float>());
    var weights = Collections.synchronizedList(new ArrayList<Double>());
    World.spawn(
        ranks,
        communicator -> {
          try (var feed = DatasetFeed.of(DATA, batch, 3, communicator, microSteps)) {
            for (int step = 0; step < STEPS; step++) {
              for (int micro = 0; micro < microSteps; micro++) {
                var portion = feed.next(step, micro);
                weights.add(portion.weight());
                var found =
                    portion.batch().input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
                for (float input : found) {
                  inputs.add(input);
                }
              }
            }
          }
        });
    Collections.sort(inputs);
    return new Seen(inputs, weights.stream().mapToDouble(Double::doubleValue).sum());
  }

  @Test
  void ranks_and_micro_steps_share_what_one_rank_gets_alone() {
    var alone = seen(1, 12, 1);
    assertThat(seen(3, 4, 1).inputs()).isEqualTo(alone.inputs());
    assertThat(seen(2, 3, 2).inputs()).isEqualTo(alone.inputs());
    assertThat(alone.inputs()).hasSize(4 * (12 + 12 + 6 + 12 + 12));
  }

  @Test
  void the_weights_of_a_step_add_up_to_one() {
    assertThat(seen(2, 3, 2).weights()).isCloseTo(STEPS, within(1e-12));
  }
}
