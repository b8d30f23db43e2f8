package io.weft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class ModelMemoryTest {
  private static final List<Parameter> SMALL =
      List.of(
          new Parameter("embedding", List.of(8L, 4L), List.of(0, 2), true),
          new Parameter("weight", List.of(3L, 5L), List.of(1), true),
          new Parameter("scale", List.of(7L), List.of(1), false),
          new Parameter("head", List.of(4L), List.of(2), true));

  @Test
  void a_small_first_bucket_is_full_at_a_megabyte_and_none_outgrows_its_size() {
    var sizes = new long[] {1000, 300_000, 10, 200_000, 100_000, 400_000};
    var parameters = new ArrayList<Parameter>();
    for (int i = 0; i < sizes.length; i++) {
      parameters.add(new Parameter("p" + i, List.of(sizes[i]), List.of(0), true));
    }
    var order = List.of(0, 1, 2, 3, 4, 5);
    assertThat(BucketPlan.startingSmall(parameters, order, 25 << 20).buckets())
        .containsExactly(List.of(0, 1), List.of(2, 3, 4, 5));
    assertThat(BucketPlan.startingSmall(parameters, order, 1_200_000).buckets())
        .containsExactly(List.of(0), List.of(1), List.of(2, 3), List.of(4), List.of(5));
  }

  @Test
  void gradients_travel_in_the_order_in_which_backward_completes_them() {
    assertThat(BucketPlan.perParameter(SMALL).buckets())
        .containsExactly(List.of(3), List.of(1), List.of(0));
    assertThat(BucketPlan.bySize(SMALL, 128).buckets()).containsExactly(List.of(3, 1), List.of(0));
  }

  @Test
  void a_bucket_is_used_by_all_stages_of_its_parameters() {
    var shape = BucketPlan.bySize(SMALL, 1 << 20).shape(3, 2);
    assertThat(shape.users()).containsExactly(List.of(0, 1, 2));
    assertThat(shape.microSteps()).isEqualTo(2);
  }

  @Test
  void parameters_and_gradients_lie_aligned_and_apart() {
    Trials.forAll(
        draw -> {
          var parameters = parameters(draw);
          var plan = BucketPlan.bySize(parameters, draw.between(0, 4096));
          try (var memory = new ModelMemory(plan, List.of())) {
            for (int i = 0; i < parameters.size(); i++) {
              mark(memory, i);
            }
            for (int i = 0; i < parameters.size(); i++) {
              checkMark(memory, i);
            }
          }
        });
  }

  private static List<Parameter> parameters(Draw draw) {
    var parameters = new ArrayList<Parameter>();
    int count = draw.between(1, 12);
    for (int i = 0; i < count; i++) {
      var stages = List.of(draw.between(0, 4), draw.between(0, 4));
      boolean trained = draw.between(0, 3) > 0;
      long length = draw.between(1, 200);
      parameters.add(new Parameter("p" + i, List.of(length), stages, trained));
    }
    return parameters;
  }

  private static void mark(ModelMemory memory, int index) {
    var places = new ArrayList<>(List.of(memory.parameter(index).segment()));
    if (memory.plan().parameters().get(index).trained()) {
      places.add(memory.gradient(index).segment());
    }
    for (int which = 0; which < places.size(); which++) {
      var place = places.get(which);
      assertThat(place.address() % 64).isZero();
      for (long at = 0; at < place.byteSize(); at += Float.BYTES) {
        place.set(ValueLayout.JAVA_FLOAT, at, 2 * index + which);
      }
    }
  }

  private static void checkMark(ModelMemory memory, int index) {
    var parameter = memory.parameter(index).segment().toArray(ValueLayout.JAVA_FLOAT);
    assertThat(parameter).hasSize((int) memory.plan().parameters().get(index).count());
    assertThat(parameter).containsOnly(2 * index);
    if (memory.plan().parameters().get(index).trained()) {
      var gradient = memory.gradient(index).segment().toArray(ValueLayout.JAVA_FLOAT);
      assertThat(gradient).containsOnly(2 * index + 1);
    }
  }

  @Test
  void a_frozen_parameter_has_no_gradient() {
    try (var memory = new ModelMemory(BucketPlan.perParameter(SMALL), List.of())) {
      assertThatThrownBy(() -> memory.gradient(2))
          .hasMessage("scale is frozen and has no gradient");
    }
  }

  @Test
  void a_plan_names_every_trained_parameter_once() {
    assertThatThrownBy(() -> new BucketPlan(SMALL, List.of(List.of(0, 1))))
        .hasMessageContaining("each trained parameter of [0, 1, 3] in one");
  }
}
