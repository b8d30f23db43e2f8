package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.World;
import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SampleShapeTest {
  private static final Dataset SUMS = new Sums(20);

  @Test
  void each_array_of_a_batch_has_its_samples_one_after_another() {
    var batch = new BatchMemory(SUMS, 4, Arena.ofAuto()).fill(3, 9);
    assertThat(batch.inputs()).hasSize(2);
    assertThat(batch.inputs().getFirst().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(0.5f, 1.5f, 0.5f, 1.5f);
    assertThat(batch.inputs().getLast().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(3, 9);
    assertThat(batch.labels().shape(2)).containsExactly(2L, 2L);
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(3.5f, 4.5f, 9.5f, 10.5f);
  }

  @Test
  void all_arrays_are_read_ahead_and_compared_between_ranks() throws InterruptedException {
    var sharding = Sharding.of(20, 1, 4, 1);
    try (var batches = new Prefetch(new Part(SUMS, 0, 20), sharding, 0, Position.START, 1)) {
      assertThat(batches.next().batch().inputs()).hasSize(2);
    }
    World.spawn(2, communicator -> SameData.check(communicator, SUMS));
  }

  @Test
  void what_is_for_classes_or_for_one_input_is_refused() {
    assertThatThrownBy(() -> Sharding.of(new ByClass(2), SUMS, 2, 4, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("this data has no class for each sample");
    assertThatThrownBy(() -> new NoisyLabels(SUMS, 0.1, 1))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("samples of one class each, not for text or numbers");
    assertThatThrownBy(() -> new Reshaped(SUMS, List.of(2L)))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "samples have the 2 inputs [fp32[2], int64[]], and one is taken: give data with one");
  }

  @Test
  void what_cannot_be_is_refused() {
    var number = ArrayShape.numbers(List.of());
    assertThatThrownBy(() -> ArrayShape.numbers(List.of(3L, 0L)))
        .hasMessage("an array of shape [3, 0]: each length must be at least 1");
    assertThatThrownBy(() -> new SampleShape(List.of(), number, OptionalInt.empty()))
        .hasMessage("a sample without inputs: give at least one array");
    assertThatThrownBy(() -> new SampleShape(List.of(number), number, OptionalInt.of(3)))
        .hasMessage("labels fp32[] of 3 classes: classes are int64, and at least one");
  }

  @Test
  void a_batch_whose_numbers_do_not_fit_is_refused() {
    var three = Tensor.of(new float[3]);
    assertThatThrownBy(() -> new Batch(three, List.of(2L), three, 2))
        .hasMessage("a batch of 2 samples with inputs of shape [2] has 3 of them: they do not fit");
    assertThatThrownBy(() -> new Batch(Tensor.of(new float[4]), List.of(2L), three, 2))
        .hasMessage("a batch of 2 samples with labels of shape [1] has 3 of them: they do not fit");
    assertThatThrownBy(() -> new Batch(three, List.of(), three, 0))
        .hasMessage("a batch of 0 samples with 1 inputs: give at least one of each");
  }
}
