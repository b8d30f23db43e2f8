package io.weft.engine.zoo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.model.Batch;
import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatedModelTest {
  private static final Simulation SMALL = new Simulation(3, 14_000, Duration.ofMillis(9));
  private static final Batch BATCH =
      new Batch(Tensor.of(new float[] {1, -2}), List.of(1L), Tensor.of(new long[] {3, 9}), 2);

  private final SimulatedModel model = new SimulatedModel(SMALL, 7);
  private final ModelMemory memory =
      new ModelMemory(BucketPlan.perParameter(model.parameters()), model.buffers());

  @AfterEach
  void close() {
    model.close();
    memory.close();
  }

  private List<Integer> step(double weight) {
    var completed = new ArrayList<Integer>();
    model.begin(BATCH, weight);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    for (int stage = model.stages() - 1; stage >= 0; stage--) {
      model.backward(stage, completed::add);
    }
    return completed;
  }

  @Test
  void layers_grow_quadratically() {
    assertThat(SMALL.sizes()).containsExactly(1000L, 4000L, 9000L);
    assertThat(Simulation.DEFAULT.sizes().stream().mapToLong(Long::longValue).sum())
        .isBetween(11_199_900L, 11_200_000L);
  }

  @Test
  void a_third_of_the_time_is_forward() {
    assertThat(SMALL.forward().multipliedBy(2)).isEqualTo(SMALL.backward());
    assertThat(SMALL.forward().plus(SMALL.backward()).multipliedBy(3)).isEqualTo(SMALL.time());
  }

  @Test
  void gradients_of_layers_are_the_weights_of_the_batches() {
    model.place(memory);
    step(0.25);
    step(0.5);
    for (int layer = 0; layer < SMALL.layers(); layer++) {
      assertThat(memory.gradient(layer).segment().toArray(JAVA_FLOAT)).containsOnly(0.75f);
    }
  }

  @Test
  void every_parameter_is_complete_once() {
    assertThat(step(1)).containsExactly(4, 3, 2, 1, 0);
  }

  @Test
  void gradients_of_the_last_stage_are_what_differences_of_the_loss_say() {
    model.place(memory);
    step(1);
    for (int parameter = 3; parameter <= 4; parameter++) {
      var gradient = memory.gradient(parameter).segment().toArray(JAVA_FLOAT);
      var values = memory.parameter(parameter).segment();
      for (int at = 0; at < gradient.length; at++) {
        float value = values.getAtIndex(JAVA_FLOAT, at);
        values.setAtIndex(JAVA_FLOAT, at, value + 0.01f);
        step(0);
        double above = model.loss();
        values.setAtIndex(JAVA_FLOAT, at, value - 0.01f);
        step(0);
        double below = model.loss();
        values.setAtIndex(JAVA_FLOAT, at, value);
        assertThat((above - below) / 0.02).isCloseTo(gradient[at], within(1e-3));
      }
    }
  }

  @Test
  void backward_comes_after_forward() {
    model.begin(BATCH, 1);
    assertThatThrownBy(() -> model.backward(3, _ -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("stage 3 cannot run backward");
  }
}
