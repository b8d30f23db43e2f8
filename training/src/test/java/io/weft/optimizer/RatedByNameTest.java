package io.weft.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.weft.model.BucketPlan;
import io.weft.model.NamePattern;
import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RatedByNameTest {
  private static final int STEPS = 20;
  private static final double RATE = 0.05;

  /** As many elements as fill a bucket without gaps. */
  private static final int COUNT = 64;

  private static final Parameter FIRST = parameter("first.weight");
  private static final Parameter SECOND = parameter("second.weight");

  private static final NamedRate SLOWER = new NamedRate(new NamePattern("second.*"), 0.25);

  private static Parameter parameter(String name) {
    return new Parameter(name, List.of(8L, (long) COUNT / 8), List.of(0), true);
  }

  static Stream<Optimizer> optimizers() {
    return Stream.of(
        new Sgd(0, false, 0.01),
        new Sgd(0.9, true, 0.01),
        new Adam(0.9, 0.999, 1e-8, 0.01),
        new AdamW(0.9, 0.999, 1e-8, 0.1),
        new Lion(0.9, 0.99, 0.1),
        new Lars(0.9, 0.01, 0.1, Exempt.NONE),
        new Lamb(0.9, 0.999, 1e-8, 0.1, Exempt.NONE));
  }

  /** What becomes of parameters that begin with 1, by name. */
  private static Map<String, float[]> trained(
      Optimizer optimizer, double rate, Parameter... parameters) {
    var plan = BucketPlan.bySize(List.of(parameters), Long.MAX_VALUE);
    var shard = Shard.of(plan, 0);
    var values = new float[(int) shard.count()];
    Arrays.fill(values, 1);
    var random = new Random(3);
    try (var arena = Arena.ofConfined()) {
      var updater = optimizer.updater(shard, arena);
      for (int step = 1; step <= STEPS; step++) {
        var gradients = new float[values.length];
        for (int at = 0; at < COUNT; at++) {
          float gradient = (float) random.nextGaussian();
          for (int part = 0; part < parameters.length; part++) {
            gradients[part * COUNT + at] = gradient;
          }
        }
        updater.measure(Tensor.of(values), Tensor.of(gradients), step);
        updater.update(Tensor.of(values), Tensor.of(gradients), rate, step);
      }
      assertThat(updater.state().values())
          .allSatisfy(it -> assertThat(it.segment().toArray(ValueLayout.JAVA_FLOAT)).isNotEmpty());
    }
    return shard.parts().stream()
        .collect(
            Collectors.toMap(
                Shard.Part::name,
                part ->
                    Arrays.copyOfRange(values, (int) part.first(), (int) part.first() + COUNT)));
  }

  /** Both parameters have the same gradients, so that each is what it would be alone. */
  @ParameterizedTest
  @MethodSource("optimizers")
  void a_parameter_learns_as_it_would_with_that_rate_alone(Optimizer optimizer) {
    var rated = trained(RatedByName.of(optimizer, List.of(SLOWER)), RATE, FIRST, SECOND);
    var first = trained(optimizer, RATE, FIRST).getOrDefault(FIRST.name(), new float[0]);
    var slow = trained(optimizer, RATE * SLOWER.factor(), SECOND);
    var second = slow.getOrDefault(SECOND.name(), new float[0]);
    assertThat(rated.get(FIRST.name())).containsExactly(first);
    assertThat(rated.get(SECOND.name())).containsExactly(second, offset(2e-6f));
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void the_last_of_several_patterns_counts() {
    var plain = new Sgd(0, false, 0);
    var all = new NamedRate(new NamePattern("*"), 2);
    var last = second(RatedByName.of(plain, List.of(SLOWER, all)));
    assertThat(last).isEqualTo(second(RatedByName.of(plain, List.of(all))));
    assertThat(last).isNotEqualTo(second(RatedByName.of(plain, List.of(all, SLOWER))));
    assertThat(RatedByName.of(plain, List.of())).isSameAs(plain);
  }

  private static float[] second(Optimizer optimizer) {
    return trained(optimizer, RATE, SECOND).getOrDefault(SECOND.name(), new float[0]);
  }

  @Test
  void what_cannot_be_is_refused() {
    assertThatThrownBy(() -> new NamedRate(new NamePattern("*.bias"), 0))
        .hasMessage(
            "the rate of \"*.bias\" times 0.0: give a number above 0; what is not to learn is"
                + " frozen");
    var rated = RatedByName.of(new Sgd(0, false, 0), List.of(SLOWER));
    assertThatThrownBy(() -> rated.check(List.of(FIRST)))
        .hasMessage(
            "the rate of \"second.*\": no parameter has such a name; there are first.weight");
  }
}
