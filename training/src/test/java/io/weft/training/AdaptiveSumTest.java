package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.World;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.PriorityPropagation;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Grouping;
import io.weft.training.bucket.Pieces;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class AdaptiveSumTest {
  private static final Offset<Float> CLOSE = within(1e-4f);

  /** One bucket of parameters with these numbers of elements. */
  private static BucketPlan plan(int... counts) {
    var parameters = new ArrayList<Parameter>();
    for (int count : counts) {
      parameters.add(
          new Parameter("p" + parameters.size(), List.of((long) count), List.of(0), true));
    }
    return new BucketPlan(parameters, List.of(List.copyOf(indices(counts.length))));
  }

  private static List<Integer> indices(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  /** What every rank ends with; a parameter begins at a multiple of 16 elements. */
  private static float[] combined(BucketPlan plan, List<float[]> gradients) {
    var pieces = Pieces.whole(plan);
    var results = new float[gradients.size()][];
    World.spawn(
        gradients.size(),
        communicator -> {
          var own = gradients.get(communicator.rank()).clone();
          AdaptiveSum.reduceScatter(
              Tensor.of(own), 1, (first, count) -> pieces.shard(0, first, count), communicator);
          communicator.allGather(Tensor.of(own));
          results[communicator.rank()] = own;
        });
    for (var result : results) {
      assertThat(result).isEqualTo(results[0]);
    }
    return results[0];
  }

  /** The same for one parameter, as the paper writes it. */
  private static double[] reference(List<double[]> vectors) {
    if (vectors.size() == 1) {
      return vectors.getFirst();
    }
    var next = new ArrayList<double[]>();
    for (int i = 0; i + 1 < vectors.size(); i += 2) {
      next.add(pair(vectors.get(i), vectors.get(i + 1)));
    }
    if (vectors.size() % 2 == 1) {
      next.add(vectors.getLast());
    }
    return reference(next);
  }

  private static double[] pair(double[] a, double[] b) {
    double left = dot(a, a) == 0 ? 1 : 1 - dot(a, b) / (2 * dot(a, a));
    double right = dot(b, b) == 0 ? 1 : 1 - dot(a, b) / (2 * dot(b, b));
    return IntStream.range(0, a.length).mapToDouble(i -> left * a[i] + right * b[i]).toArray();
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  @Test
  void orthogonal_gradients_are_added() {
    var one = new float[16];
    var other = new float[16];
    one[3] = 2;
    other[9] = 5;
    var sum = combined(plan(16), List.of(one, other));
    assertThat(sum[3]).isEqualTo(2);
    assertThat(sum[9]).isEqualTo(5);
  }

  @Test
  void equal_gradients_are_averaged() {
    var gradient = new float[16];
    for (int i = 0; i < 16; i++) {
      gradient[i] = i - 4;
    }
    for (int ranks : List.of(2, 3, 4)) {
      var all = IntStream.range(0, ranks).mapToObj(_ -> gradient).toList();
      assertThat(combined(plan(16), all)).containsExactly(gradient, CLOSE);
    }
  }

  @Test
  void every_parameter_is_combined_by_itself_as_the_paper_says() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 5);
          int[] counts = {draw.between(1, 40), draw.between(1, 20)};
          var plan = plan(counts);
          var gradients = IntStream.range(0, ranks).mapToObj(_ -> gradient(draw, plan)).toList();
          var found = combined(plan, gradients);
          int first = 0;
          for (int index = 0; index < counts.length; index++) {
            int begin = first;
            int count = counts[index];
            var expected = reference(gradients.stream().map(g -> part(g, begin, count)).toList());
            for (int i = 0; i < count; i++) {
              assertThat(found[begin + i]).isCloseTo((float) expected[i], CLOSE);
            }
            first += (int) (BucketPlan.bytes(plan.parameters().get(index)) / Float.BYTES);
          }
        });
  }

  private static float[] gradient(Draw draw, BucketPlan plan) {
    var gradient = new float[(int) (plan.bytesOf(0) / Float.BYTES)];
    int first = 0;
    for (var parameter : plan.parameters()) {
      for (int i = 0; i < parameter.count(); i++) {
        gradient[first + i] = draw.between(-8, 8) / 4f;
      }
      first += (int) (BucketPlan.bytes(parameter) / Float.BYTES);
    }
    return gradient;
  }

  private static double[] part(float[] gradient, int first, int count) {
    return IntStream.range(first, first + count).mapToDouble(i -> gradient[i]).toArray();
  }

  @Test
  void parts_of_parameters_are_refused() {
    assertThatThrownBy(
            () ->
                new Settings(
                    new PriorityPropagation(),
                    new Grouping.Parts(64, 64),
                    1,
                    new Sgd(0, false, 0),
                    new Rate.Constant(0.1),
                    Optional.empty(),
                    OptionalDouble.empty(),
                    Combining.ADASUM,
                    Optional.empty(),
                    List.of()))
        .hasMessageContaining("adasum compares whole parameters");
  }
}
