package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.data.BatchMemory;
import io.weft.engine.block.Linear;
import io.weft.engine.loss.Loss;
import io.weft.engine.loss.Takes;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Losses against a plain reference, on a linear map. */
class LossTest {
  private static final int SAMPLES = 7;
  private static final int INPUTS = 3;
  private static final int OUTPUTS = 2;
  private static final int STEPS = 20;
  private static final float RATE = 0.2f;

  /** A loss, what it is, and whether labels are classes. */
  record Case(Loss loss, LinearReference.Slope slope, boolean classes) {
    @Override
    public String toString() {
      return loss.name();
    }
  }

  static List<Case> cases() {
    var djl = ai.djl.training.loss.Loss.l2Loss();
    return List.of(
        new Case(Loss.crossEntropy(), LinearReference::crossEntropy, true),
        new Case(Loss.meanSquaredError(), LinearReference::squared, false),
        new Case(Loss.binaryCrossEntropy(), LinearReference::binary, false),
        new Case(DjlLoss.of(djl), LinearReference.half(LinearReference::squared), false),
        new Case(DjlLoss.of(ai.djl.training.loss.Loss.l1Loss()), LinearReference::absolute, false),
        new Case(
            Loss.own("own", (x, labels) -> x.sub(labels).abs().mean()),
            LinearReference::absolute,
            false));
  }

  private static float[] numbers(int count, long seed) {
    var random = new Random(seed);
    var numbers = new float[count];
    for (int at = 0; at < count; at++) {
      numbers[at] = random.nextFloat();
    }
    return numbers;
  }

  private static Given data(Case it) {
    var inputs = numbers(SAMPLES * INPUTS, 1);
    return it.classes()
        ? Given.classes(inputs, new Random(2).longs(SAMPLES, 0, OUTPUTS).toArray(), OUTPUTS)
        : Given.numbers(inputs, numbers(SAMPLES * OUTPUTS, 2), List.of((long) OUTPUTS));
  }

  private static double[][] rows(int width, IntToDoubleFunction number) {
    return IntStream.range(0, SAMPLES)
        .mapToObj(
            row ->
                IntStream.range(0, width)
                    .mapToDouble(at -> number.applyAsDouble(row * width + at))
                    .toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gradients_and_weights_are_those_of_a_plain_reference(Case it) {
    var data = data(it);
    var network =
        new Network(
            "linear", Sample.of(data, it.loss()), List.of(Linear.of("only", INPUTS, OUTPUTS)));
    var batch =
        new BatchMemory(data, SAMPLES, Arena.ofAuto())
            .fill(IntStream.range(0, SAMPLES).asLongStream().toArray());
    var given = data.inputs().getFirst();
    var inputs = rows(INPUTS, at -> given.getAtIndex(JAVA_FLOAT, at));
    var labels =
        it.classes()
            ? rows(1, at -> data.label().getAtIndex(JAVA_LONG, at))
            : rows(OUTPUTS, at -> data.label().getAtIndex(JAVA_FLOAT, at));
    try (var placed = Placed.open(network, 7)) {
      var reference = new LinearReference(table(placed, false), it.slope());
      for (int step = 0; step < STEPS; step++) {
        Training.step(placed.model(), batch, 1);
        var expected = reference.gradient(inputs, labels);
        assertThat(placed.model().loss()).isCloseTo(expected[OUTPUTS][0], within(1e-5));
        assertNear(table(placed, true), expected);
        reference.step(expected, RATE);
        Training.update(placed.memory(), RATE);
      }
      assertNear(table(placed, false), reference.weights());
    }
  }

  /** Weights or gradients, a row for each output with its bias last. */
  private static double[][] table(Placed placed, boolean gradients) {
    var memory = placed.memory();
    var weight = (gradients ? memory.gradient(0) : memory.parameter(0)).segment();
    var bias = (gradients ? memory.gradient(1) : memory.parameter(1)).segment();
    var table = new double[OUTPUTS][INPUTS + 1];
    for (int row = 0; row < OUTPUTS; row++) {
      for (int column = 0; column < INPUTS; column++) {
        table[row][column] = weight.getAtIndex(JAVA_FLOAT, row * INPUTS + column);
      }
      table[row][INPUTS] = bias.getAtIndex(JAVA_FLOAT, row);
    }
    return table;
  }

  private static void assertNear(double[][] found, double[][] expected) {
    for (int row = 0; row < OUTPUTS; row++) {
      assertThat(found[row]).usingComparatorWithPrecision(1e-5).containsExactly(expected[row]);
    }
  }

  @Test
  void those_of_djl_that_give_the_same_become_ours() {
    assertThat(DjlLoss.of(ai.djl.training.loss.Loss.softmaxCrossEntropyLoss()))
        .isEqualTo(Loss.crossEntropy());
    assertThat(DjlLoss.of(ai.djl.training.loss.Loss.sigmoidBinaryCrossEntropyLoss()))
        .isEqualTo(Loss.binaryCrossEntropy());
    var weighted = ai.djl.training.loss.Loss.softmaxCrossEntropyLoss("mine", 2, -1, true, true);
    assertThat(DjlLoss.of(weighted).name()).isEqualTo("mine");
    assertThat(DjlLoss.of(weighted).takes()).isEqualTo(Takes.CLASSES);
    var dense = ai.djl.training.loss.Loss.softmaxCrossEntropyLoss("dense", 1, -1, false, true);
    assertThat(DjlLoss.of(dense).takes()).isEqualTo(Takes.ANYTHING);
    var ofMaps = ai.djl.training.loss.Loss.softmaxCrossEntropyLoss("maps", 1, 1, true, true);
    assertThat(DjlLoss.of(ofMaps)).isNotEqualTo(Loss.crossEntropy());
  }

  /** Where weights of zeros begin. */
  @Test
  void binary_cross_entropy_has_a_gradient_at_zero_and_is_finite_far_away() {
    try (var manager = Torch.open()) {
      var x = manager.create(new float[] {0, 0, 200, -200});
      x.setRequiresGradient(true);
      JniUtils.setGradMode(true);
      var labels = manager.create(new float[] {0, 1, 1, 1});
      var loss = (PtNDArray) Loss.binaryCrossEntropy().of(x, labels);
      assertThat(loss.getFloat()).isCloseTo((float) (2 * Math.log(2) + 200) / 4, within(1e-4f));
      JniUtils.backward(loss, MicroStep.seed(loss, 4), false, false);
      assertThat(x.getGradient().toFloatArray())
          .usingComparatorWithPrecision(1e-6f)
          .containsExactly(0.5f, -0.5f, 0, -1);
    }
  }
}
