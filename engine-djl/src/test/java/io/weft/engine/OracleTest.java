package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.engine.block.Activation;
import io.weft.engine.block.Chain;
import io.weft.engine.block.Initial;
import io.weft.engine.block.Linear;
import io.weft.engine.block.TiedProjection;
import io.weft.engine.block.Weight;
import io.weft.engine.hook.GradientHooks;
import io.weft.engine.zoo.Gpt;
import io.weft.engine.zoo.Perceptron;
import io.weft.engine.zoo.ResNet;
import io.weft.engine.zoo.Vgg;
import io.weft.model.ModelMemory;
import io.weft.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Staged backward against one backward through the whole network, and against differences. */
class OracleTest {
  private static final Sample.Features NUMBERS = new Sample.Features(List.of(6L), 3);
  private static final Weight SPARE = new Weight("spare", List.of(5L), new Initial.Constant(1));

  static List<Network> networks() {
    return List.of(
        new Perceptron("perceptron", List.of(6, 16, 16, 3)).network(),
        residual(),
        new Vgg("plain", List.of(List.of(4), List.of(6, 8)), images()).network(),
        transformer(),
        unusedBranch(),
        frozenWeight(),
        frozenStage(),
        tiedThrice(),
        DjlBlocks.convolutions(),
        DjlBlocks.tied());
  }

  private static Sample.Features images() {
    return new Sample.Features(List.of(3L, 8L, 8L), 10);
  }

  static Network residual() {
    return new ResNet("residual", List.of(4, 8), images()).network();
  }

  private static Network transformer() {
    return new Gpt("transformer", 2, 16, 2, new Sample.Tokens(8, 20)).network();
  }

  private static Network unusedBranch() {
    var first = Chain.of(Linear.of("first", 6, 8), Activation.RELU);
    return new Network(
        "unused branch",
        NUMBERS,
        List.of(new WithSpareWeight(SPARE, first), Linear.of("last", 8, 3)));
  }

  private static Network frozenWeight() {
    var middle = Linear.of("middle", 8, 8);
    return new Network(
        "frozen weight",
        NUMBERS,
        List.of(
            Linear.of("first", 6, 8),
            new Linear(middle.weight().frozen(), middle.bias()),
            Linear.of("last", 8, 3)));
  }

  private static Network frozenStage() {
    var first = Linear.of("first", 6, 8);
    return new Network(
        "frozen stage",
        NUMBERS,
        List.of(
            new Linear(first.weight().frozen(), first.bias().frozen()),
            Activation.RELU,
            Linear.of("last", 8, 3)));
  }

  private static Network tiedThrice() {
    var tied = new Weight("tied", List.of(6L, 6L), Initial.Uniform.of(6));
    return new Network(
        "tied thrice",
        NUMBERS,
        List.of(
            new TiedProjection(tied),
            Chain.of(new TiedProjection(tied), Activation.GELU),
            new TiedProjection(tied),
            Linear.of("last", 6, 3)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void staged_backward_has_the_bits_of_whole_backward(Network network) {
    try (var staged = Placed.withoutHooks(network, 7)) {
      assertBitsOfWholeBackward(network, staged);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void hooked_backward_has_the_bits_of_whole_backward(Network network) {
    assumeTrue(GradientHooks.available().isPresent(), "this machine has no hooks");
    try (var hooked = Placed.open(network, 7)) {
      assertBitsOfWholeBackward(network, hooked);
    }
  }

  private static void assertBitsOfWholeBackward(Network network, Placed staged) {
    try (var other = Placed.open(network, 7);
        var whole = new WholeNetwork(network, other.memory())) {
      for (int step = 0; step < 3; step++) {
        for (int microStep = 0; microStep < 3; microStep++) {
          double weight = 0.1 + 0.3 * microStep;
          var batch = Batches.random(network.sample(), 2 + microStep, 10 * step + microStep);
          Training.step(staged.model(), batch, weight);
          assertThat(staged.model().loss()).isEqualTo(whole.step(batch, weight));
        }
        assertSameBits(staged.memory(), other.memory());
        Training.update(staged, 0.1f);
        Training.update(other.memory(), 0.1f);
      }
    }
  }

  private static void assertSameBits(ModelMemory one, ModelMemory other) {
    for (int bucket = 0; bucket < one.plan().buckets().size(); bucket++) {
      assertThat(bits(one.gradientsOf(bucket))).isEqualTo(bits(other.gradientsOf(bucket)));
    }
    for (int index = 0; index < one.plan().parameters().size(); index++) {
      var parameter = one.plan().parameters().get(index);
      assertThat(bits(one.parameter(index)))
          .as(parameter.name())
          .isEqualTo(bits(other.parameter(index)));
      if (parameter.trained() && !parameter.name().equals(SPARE.name())) {
        assertThat(one.gradient(index).segment().toArray(JAVA_FLOAT))
            .as(parameter.name())
            .isNotEqualTo(new float[(int) parameter.count()]);
      }
    }
  }

  /** Zeros have no sign here: one that is added to zero loses it, and one that is put there not. */
  private static int[] bits(Tensor tensor) {
    var floats = tensor.segment().toArray(JAVA_FLOAT);
    return IntStream.range(0, floats.length)
        .map(i -> Float.floatToRawIntBits(floats[i] + 0f))
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("networks")
  void staged_forward_leaves_the_statistics_of_whole_forward(Network network) {
    try (var staged = Placed.open(network, 7);
        var other = Placed.open(network, 7);
        var whole = new WholeNetwork(network, other.memory())) {
      var batch = Batches.random(network.sample(), 4, 1);
      Training.step(staged.model(), batch, 1);
      whole.step(batch, 1);
      for (int index = 0; index < network.buffers().size(); index++) {
        assertThat(bits(staged.memory().buffer(index)))
            .isEqualTo(bits(other.memory().buffer(index)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void gradients_that_were_cleared_can_be_made_zeros(Network network) {
    try (var placed = Placed.withoutHooks(network, 7)) {
      Training.step(placed.model(), Batches.random(network.sample(), 4, 1), 1);
      Training.update(placed, 0.1f);
      placed.model().writeZeros();
      for (int bucket = 0; bucket < placed.memory().plan().buckets().size(); bucket++) {
        assertThat(bits(placed.memory().gradientsOf(bucket))).containsOnly(0);
      }
    }
  }

  @Test
  void an_unused_branch_has_no_gradient_and_is_complete() {
    var network = unusedBranch();
    try (var placed = Placed.open(network, 7)) {
      var completed = Training.step(placed.model(), Batches.random(NUMBERS, 4, 1), 1);
      assertThat(network.parameters().getFirst().name()).isEqualTo(SPARE.name());
      assertThat(completed).contains(0);
      assertThat(placed.memory().gradient(0).segment().toArray(JAVA_FLOAT)).containsOnly(0);
    }
  }

  @Test
  void frozen_weights_are_never_complete() {
    var network = frozenStage();
    try (var placed = Placed.open(network, 7)) {
      var completed = Training.step(placed.model(), Batches.random(NUMBERS, 4, 1), 1);
      assertThat(completed).containsExactlyInAnyOrder(2, 3);
    }
  }

  @Test
  void gradients_are_what_differences_of_the_loss_say() {
    var network = new Gpt("tiny", 1, 8, 2, new Sample.Tokens(4, 6)).network();
    var batch = Batches.random(network.sample(), 3, 1);
    try (var placed = Placed.open(network, 7)) {
      spread(placed.memory());
      Training.step(placed.model(), batch, 1);
      double error = 0;
      double length = 0;
      for (int index = 0; index < network.parameters().size(); index++) {
        var gradient = placed.memory().gradient(index).segment().toArray(JAVA_FLOAT);
        for (int at = 0; at < gradient.length; at += 3) {
          double difference = Differences.slope(placed, batch, index, at);
          error += (gradient[at] - difference) * (gradient[at] - difference);
          length += difference * difference;
        }
      }
      assertThat(Math.sqrt(error / length)).isLessThan(0.01);
    }
  }

  /** Larger weights than training begins with: the loss curves less at them. */
  private static void spread(ModelMemory memory) {
    for (int bucket = 0; bucket < memory.plan().buckets().size(); bucket++) {
      var values = memory.parametersOf(bucket).segment();
      for (long at = 0; at < values.byteSize() / Float.BYTES; at++) {
        values.setAtIndex(JAVA_FLOAT, at, 10 * values.getAtIndex(JAVA_FLOAT, at));
      }
    }
  }
}
