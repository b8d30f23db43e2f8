package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.model.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A model that leaves gradients as factors against one that does not. */
class FactorsTest {
  private static final double ERROR_MOST = 1e-5;

  /** So many that factors of some matrices have room, and those of others do not. */
  private static int samples(Network network) {
    return network.sample() instanceof Sample.Tokens ? 1 : 3;
  }

  private static int[] leaveFactors(Placed placed, int samples) {
    var parameters = placed.model().parameters();
    var rows = new int[parameters.size()];
    for (int index = 0; index < rows.length; index++) {
      if (parameters.get(index).shape().size() == 2) {
        long room = parameters.get(index).count();
        rows[index] = placed.model().leaveFactors(index, samples, room);
      }
    }
    return rows;
  }

  private static float[] product(Parameter parameter, int rows, MemorySegment memory) {
    int outputs = Math.toIntExact(parameter.shape().get(0));
    int inputs = Math.toIntExact(parameter.shape().get(1));
    var product = new float[outputs * inputs];
    for (int row = 0; row < rows; row++) {
      for (int output = 0; output < outputs; output++) {
        long at = (long) rows * inputs + (long) row * outputs + output;
        float gradient = memory.getAtIndex(JAVA_FLOAT, at);
        for (int input = 0; input < inputs; input++) {
          product[output * inputs + input] +=
              gradient * memory.getAtIndex(JAVA_FLOAT, (long) row * inputs + input);
        }
      }
    }
    return product;
  }

  private static void compare(Placed plain, Placed factored, int[] rows) {
    for (int index = 0; index < rows.length; index++) {
      var parameter = plain.model().parameters().get(index);
      var expected = plain.memory().gradient(index).segment().toArray(JAVA_FLOAT);
      var memory = factored.memory().gradient(index).segment();
      var found =
          rows[index] > 0 ? product(parameter, rows[index], memory) : memory.toArray(JAVA_FLOAT);
      for (int i = 0; i < expected.length; i++) {
        assertThat((double) found[i])
            .as("%s, number %d", parameter.name(), i)
            .isCloseTo(expected[i], within(ERROR_MOST));
      }
    }
  }

  private static void clear(Placed placed) {
    var memory = placed.memory();
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      placed.model().clear(memory, bucket, 0, memory.gradientsOf(bucket).count());
    }
  }

  @ParameterizedTest
  @MethodSource("io.weft.engine.DjlModelTest#networks")
  void they_multiply_to_the_gradient_also_of_several_batches_and_of_fewer_samples(Network network) {
    try (var plain = Placed.withoutHooks(network, 7);
        var factored = Placed.withoutHooks(network, 7)) {
      int[] rows = leaveFactors(factored, samples(network));
      assertThat(Arrays.stream(rows)).contains(0).anyMatch(some -> some > 0);
      for (int step = 0; step < 2; step++) {
        for (int sample = step; sample < samples(network); sample++) {
          var batch = Batches.random(network.sample(), 1, 10 * step + sample);
          Training.step(plain.model(), batch, 0.5);
          Training.step(factored.model(), batch, 0.5);
          assertThat(factored.model().loss()).isEqualTo(plain.model().loss());
        }
        factored.model().writeZeros();
        plain.model().writeZeros();
        compare(plain, factored, rows);
        clear(plain);
        clear(factored);
      }
    }
  }

  @Test
  void more_samples_than_were_announced_are_refused() {
    var network = DjlModelTest.networks().getFirst();
    try (var placed = Placed.withoutHooks(network, 7)) {
      assertThat(leaveFactors(placed, 2)).startsWith(2);
      var batch = Batches.random(network.sample(), 3, 1);
      assertThatThrownBy(() -> Training.step(placed.model(), batch, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("multiplied with 3 vectors")
          .hasMessageContaining("factors of 2 rows");
    }
  }

  @Test
  void a_model_that_is_placed_anew_gives_gradients_again() {
    var network = DjlModelTest.networks().getFirst();
    try (var placed = Placed.withoutHooks(network, 7);
        var other = Placed.withoutHooks(network, 7)) {
      assertThat(leaveFactors(placed, 2)).startsWith(2);
      placed.model().place(placed.memory());
      var batch = Batches.random(network.sample(), 2, 1);
      for (var each : List.of(placed, other)) {
        Training.step(each.model(), batch, 1);
      }
      compare(other, placed, new int[other.model().parameters().size()]);
    }
  }
}
