package io.weft.optimizer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class OptimizerTest {
  private static final int STEPS = 7;
  private static final double RATE = 0.01;

  private static final List<Optimizer> ELEMENTWISE =
      List.of(
          new Sgd(0, false, 0),
          new Sgd(0, false, 0.1),
          new Sgd(0.9, false, 0.01),
          new Sgd(0.9, true, 0.01),
          new Adam(0.9, 0.999, 1e-8, 0.1),
          new Adam(0.2, 0.9, 1e-8, 0),
          new AdamW(0.9, 0.999, 1e-8, 0.1),
          new Lion(0.9, 0.99, 0.1));

  @Test
  void parameters_follow_the_published_formulas() {
    Trials.forAll(
        draw -> {
          var optimizer = draw.oneOf(ELEMENTWISE);
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          int count = draw.between(1, 300);
          var run = new Run(optimizer, parameters(count, random));
          var references =
              IntStream.range(0, count)
                  .mapToObj(i -> new Reference(optimizer, run.parameter(i)))
                  .toList();
          for (int step = 1; step <= STEPS; step++) {
            var gradients = numbers(count, random);
            for (int i = 0; i < count; i++) {
              references.get(i).update(gradients[i], RATE, step);
            }
            run.step(gradients, step);
          }
          for (int i = 0; i < count; i++) {
            assertThat((double) run.parameter(i))
                .as("%s, element %d", optimizer, i)
                .isCloseTo(references.get(i).parameter(), within(1e-5));
          }
        });
  }

  @Test
  void a_bucket_may_be_cut_anywhere() {
    Trials.forAll(
        draw -> {
          var optimizer = draw.oneOf(ELEMENTWISE);
          var plan = plan(draw);
          int count = Math.toIntExact(plan.bytesOf(0) / Float.BYTES);
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          var initial = parameters(count, random);
          var whole = new Run(optimizer, initial);
          int cut = draw.between(0, count);
          var left = new Run(optimizer, slice(initial, 0, cut));
          var right = new Run(optimizer, slice(initial, cut, count));
          for (int step = 1; step <= STEPS; step++) {
            var gradients = numbers(count, random);
            whole.step(gradients, step);
            left.step(slice(gradients, 0, cut), step);
            right.step(slice(gradients, cut, count), step);
          }
          assertThat(slice(whole.values(), 0, cut)).isEqualTo(left.values());
          assertThat(slice(whole.values(), cut, count)).isEqualTo(right.values());
        });
  }

  @Test
  void restored_state_goes_on_as_if_nothing_had_happened() {
    for (var optimizer : ELEMENTWISE) {
      var random = new SplittableRandom(1);
      var run = new Run(optimizer, parameters(100, random));
      for (int step = 1; step <= 3; step++) {
        run.step(numbers(100, random), step);
      }
      var resumed = new Run(optimizer, run.values());
      run.updater.state().forEach(resumed::restore);
      for (int step = 4; step <= 6; step++) {
        var gradients = numbers(100, random);
        run.step(gradients, step);
        resumed.step(gradients, step);
      }
      assertThat(resumed.values()).as("%s", optimizer).isEqualTo(run.values());
    }
  }

  @Test
  void what_aligns_parameters_stays_zero() {
    for (var optimizer : ELEMENTWISE) {
      var run = new Run(optimizer, new float[33]);
      for (int step = 1; step <= STEPS; step++) {
        run.step(new float[33], step);
      }
      assertThat(run.values()).as("%s", optimizer).containsOnly(0f);
    }
  }

  @Test
  void slices_that_do_not_fit_are_refused() {
    for (var optimizer : ELEMENTWISE) {
      var updater = optimizer.updater(new Shard(8, 0, List.of()), Arena.ofAuto());
      var eight = Tensor.of(new float[8]);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> updater.update(eight, Tensor.of(new float[9]), RATE, 1))
          .withMessage(
              "the gradients are 9 elements of fp32 and the shard has 8 of fp32:"
                  + " give the same slice");
    }
  }

  @Test
  void impossible_settings_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Adam(1, 0.9, 1e-8, 0))
        .withMessage("beta1=1.0: it must be at least 0 and below 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdamW(0.9, 0.9, 1e-60, 0))
        .withMessage("epsilon=1.0E-60: it must be above 0, as a 32-bit float too");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Lion(0.9, 0.9, Double.NaN))
        .withMessage("weight-decay=NaN: it must be at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sgd(0, true, 0))
        .withMessageContaining("set momentum");
  }

  private static BucketPlan plan(Draw draw) {
    int parameters = draw.between(1, 5);
    var all =
        IntStream.range(0, parameters)
            .mapToObj(i -> parameter("p" + i, draw.between(1, 300)))
            .toList();
    return BucketPlan.bySize(all, 1 << 20);
  }

  private static Parameter parameter(String name, long count) {
    return new Parameter(name, List.of(count), List.of(0), true);
  }

  private static float[] parameters(int count, SplittableRandom random) {
    return numbers(count, random);
  }

  /** Never so near zero that its sign is a matter of rounding. */
  private static float[] numbers(int count, SplittableRandom random) {
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (random.nextBoolean() ? 1 : -1) * (0.1f + random.nextFloat());
    }
    return numbers;
  }

  private static float[] slice(float[] of, int from, int to) {
    return Arrays.copyOfRange(of, from, to);
  }

  /** Parameters in native memory, and their updater. */
  private static final class Run {
    private final Tensor parameters;
    private final Updater updater;

    Run(Optimizer optimizer, float[] initial) {
      parameters = nativeCopy(initial);
      updater = optimizer.updater(new Shard(initial.length, 0, List.of()), Arena.ofAuto());
    }

    void step(float[] gradients, int step) {
      updater.update(parameters, nativeCopy(gradients), RATE, step);
    }

    float parameter(int index) {
      return parameters.segment().getAtIndex(JAVA_FLOAT, index);
    }

    float[] values() {
      return parameters.segment().toArray(JAVA_FLOAT);
    }

    void restore(String name, Tensor from) {
      var to = Objects.requireNonNull(updater.state().get(name), name);
      to.segment().copyFrom(from.segment());
    }

    private static Tensor nativeCopy(float[] values) {
      var memory = Arena.ofAuto().allocate((long) values.length * Float.BYTES, 64);
      memory.copyFrom(MemorySegment.ofArray(values));
      return Tensor.of(memory, ElementType.FP32);
    }
  }
}
