package io.weft.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What PyTorch 1.13 made of the same parameters and gradients. */
class PyTorchTest {
  private static final float[][] GRADIENTS = {
    {0.3f, -0.7f, 0.11f, 1.9f, -0.001f},
    {-0.2f, 0.4f, 0.9f, -0.05f, 0.6f},
    {1.1f, -0.3f, -0.8f, 0.02f, 0.07f}
  };

  static Stream<Arguments> found() {
    return Stream.of(
        Arguments.of(
            new Sgd(0, false, 0.1),
            new float[] {0.48650548f, -1.2402637f, 1.9919171f, -0.0809752f, 3.4828265f}),
        Arguments.of(
            new Sgd(0.9, false, 0.01),
            new float[] {0.48439044f, -1.2349311f, 1.9867984f, -0.11319777f, 3.4859643f}),
        Arguments.of(
            new Sgd(0.9, true, 0.01),
            new float[] {0.47380298f, -1.2300668f, 1.985422f, -0.1267963f, 3.4796298f}),
        Arguments.of(
            new Adam(0.9, 0.999, 1e-8, 0.1),
            new float[] {0.4799544f, -1.230435f, 1.9778594f, -0.08401659f, 3.4716215f}),
        Arguments.of(
            new AdamW(0.9, 0.999, 1e-8, 0.1),
            new float[] {0.4806592f, -1.2303842f, 1.9753116f, -0.08388199f, 3.4856226f}));
  }

  @ParameterizedTest
  @MethodSource("found")
  void three_steps_end_where_those_of_pytorch_end(Optimizer optimizer, float[] expected) {
    var parameters = new float[] {0.5f, -1.25f, 2, -0.0625f, 3.5f};
    var updater = optimizer.updater(new Shard(5, 0, List.of()), Arena.ofAuto());
    for (int step = 1; step <= GRADIENTS.length; step++) {
      var gradients = Tensor.of(GRADIENTS[step - 1].clone());
      updater.update(Tensor.of(parameters), gradients, 0.01, step);
    }
    assertThat(parameters).containsExactly(expected, within(5e-7f));
  }
}
