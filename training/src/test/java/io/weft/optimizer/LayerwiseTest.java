package io.weft.optimizer;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The optimizers whose shards must agree on norms. */
@Tag("sampled")
class LayerwiseTest {
  private static final double RATE = 0.05;
  private static final int STEPS = 4;
  private static final List<Optimizer> LAYERWISE =
      List.of(
          new Lars(0.9, 0.01, 0.02, Exempt.NONE),
          new Lars(0, 0.02, 0.001, Exempt.VECTORS),
          new Lars(0, 0, 0.001, Exempt.NONE),
          new Lamb(0.9, 0.999, 1e-6, 0.01, Exempt.NONE),
          new Lamb(0.9, 0.99, 1e-6, 0.1, Exempt.VECTORS),
          new Lamb(0.4, 0.9, 1e-6, 0, Exempt.NONE));

  @Test
  void shards_that_agree_on_their_sums_do_what_the_papers_say() {
    Trials.forAll(
        draw -> {
          var optimizer = draw.oneOf(LAYERWISE);
          var plan = BucketPlan.bySize(parameters(draw), 1 << 20);
          try (var memory = new ModelMemory(plan, List.of())) {
            check(optimizer, memory, draw);
          }
        });
  }

  private static List<Parameter> parameters(Draw draw) {
    var parameters = new ArrayList<Parameter>();
    int count = draw.between(1, 5);
    for (int i = 0; i < count; i++) {
      long length = draw.between(1, 100);
      var shape = draw.between(0, 1) == 0 ? List.of(length) : List.of(length, 1L);
      parameters.add(new Parameter("p" + i, shape, List.of(0), true));
    }
    return parameters;
  }

  private static void check(Optimizer optimizer, ModelMemory memory, Draw draw) {
    var random = new SplittableRandom(draw.between(0, 1_000_000));
    int count = memory.plan().parameters().size();
    var references = new ArrayList<LayerReference>();
    for (int i = 0; i < count; i++) {
      fill(memory.parameter(i), random);
      boolean vector = memory.plan().parameters().get(i).shape().size() == 1;
      references.add(new LayerReference(optimizer, vector, doubles(memory.parameter(i))));
    }
    var shards = shards(optimizer, memory, draw);
    for (int step = 1; step <= STEPS; step++) {
      for (int i = 0; i < count; i++) {
        fill(memory.gradient(i), random);
        references.get(i).update(doubles(memory.gradient(i)), RATE, step);
      }
      step(shards, step);
    }
    for (int i = 0; i < count; i++) {
      assertThat(doubles(memory.parameter(i)))
          .as("%s, parameter %d", optimizer, i)
          .containsExactly(references.get(i).parameters(), within(2e-5));
    }
  }

  private record Sharded(Updater updater, Tensor parameters, Tensor gradients) {}

  private static List<Sharded> shards(Optimizer optimizer, ModelMemory memory, Draw draw) {
    int total = (int) memory.parametersOf(0).count();
    int cut = draw.between(0, total);
    int second = cut + draw.between(0, total - cut);
    var shards = new ArrayList<Sharded>();
    for (var ends : List.of(List.of(0, cut), List.of(cut, second), List.of(second, total))) {
      int first = ends.getFirst();
      int length = ends.getLast() - first;
      var shard = Shard.of(memory.plan(), 0, first, length);
      shards.add(
          new Sharded(
              optimizer.updater(shard, Arena.ofAuto()),
              memory.parametersOf(0).slice(first, length),
              memory.gradientsOf(0).slice(first, length)));
    }
    return shards;
  }

  /** Sums are added up and given to all, as an all-reduce does. */
  private static void step(List<Sharded> shards, int step) {
    for (var shard : shards) {
      shard.updater().measure(shard.parameters(), shard.gradients(), step);
    }
    var total = new double[(int) shards.getFirst().updater().sums().count()];
    for (var shard : shards) {
      var sums = shard.updater().sums().segment().toArray(JAVA_DOUBLE);
      for (int i = 0; i < total.length; i++) {
        total[i] += sums[i];
      }
    }
    for (var shard : shards) {
      for (int i = 0; i < total.length; i++) {
        shard.updater().sums().segment().setAtIndex(JAVA_DOUBLE, i, total[i]);
      }
      shard.updater().update(shard.parameters(), shard.gradients(), RATE, step);
    }
  }

  private static void fill(Tensor tensor, SplittableRandom random) {
    for (int i = 0; i < tensor.count(); i++) {
      tensor.segment().setAtIndex(JAVA_FLOAT, i, random.nextFloat() + 0.1f);
    }
  }

  private static double[] doubles(Tensor tensor) {
    var values = new double[(int) tensor.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.segment().getAtIndex(JAVA_FLOAT, i);
    }
    return values;
  }

  @Test
  void a_parameter_or_gradient_of_zeros_has_no_trust_ratio() {
    var shard = new Shard(4, 1, List.of(new Shard.Part(0, "a", 0, 4, false)));
    for (var optimizer : LAYERWISE) {
      var updater = optimizer.updater(shard, Arena.ofAuto());
      var parameters = new float[4];
      var gradients = new float[] {1, 1, 1, 1};
      updater.measure(Tensor.of(parameters), Tensor.of(gradients), 1);
      updater.update(Tensor.of(parameters), Tensor.of(gradients), 0.5, 1);
      assertThat(parameters)
          .as("%s", optimizer)
          .containsExactly(new float[] {-0.5f, -0.5f, -0.5f, -0.5f}, within(1e-5f));
    }
  }

  @Test
  void a_bias_moves_by_the_rate_and_does_not_decay() {
    var shard =
        new Shard(
            4, 2, List.of(new Shard.Part(0, "a", 0, 2, false), new Shard.Part(1, "b", 2, 2, true)));
    float[] parameters = {3, 4, 3, 4};
    float[] gradients = {0.6f, 0.8f, 0.6f, 0.8f};
    var updater = new Lars(0, 0.5, 0.01, Exempt.VECTORS).updater(shard, Arena.ofAuto());
    updater.measure(Tensor.of(parameters), Tensor.of(gradients), 1);
    updater.update(Tensor.of(parameters), Tensor.of(gradients), 1, 1);
    // of the matrix: 0.01 * 5 / (1 + 0.5 * 5) of (0.6 + 1.5, 0.8 + 2)
    assertThat(parameters).containsExactly(new float[] {2.97f, 3.96f, 2.4f, 3.2f}, within(1e-6f));
  }

  @Test
  void parts_of_a_shard_are_what_lies_in_it() {
    var plan =
        BucketPlan.bySize(
            List.of(
                new Parameter("a", List.of(10L), List.of(1), true),
                new Parameter("b", List.of(4L, 5L), List.of(0), true)),
            1 << 20);
    assertThat(Shard.of(plan, 0).parts())
        .containsExactly(
            new Shard.Part(0, "a", 0, 10, true), new Shard.Part(1, "b", 16, 20, false));
    assertThat(Shard.of(plan, 0, 4, 14).parts())
        .containsExactly(new Shard.Part(0, "a", 0, 6, true), new Shard.Part(1, "b", 12, 2, false));
    assertThat(Shard.of(plan, 0, 11, 4).parts()).isEmpty();
    assertThat(Shard.of(plan, 0, 36, 12).parts()).isEmpty();
  }
}
