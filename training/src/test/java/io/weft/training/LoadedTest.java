package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.NamedTensor;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadedTest {
  private static NamedTensor tensor(String name, float... values) {
    return NamedTensor.of(name, Tensor.of(values));
  }

  private static float first(NamedTensor tensor) {
    return tensor.tensor().segment().getAtIndex(ValueLayout.JAVA_FLOAT, 0);
  }

  @Test
  void tensors_of_the_same_name_and_shape_are_copied_and_all_others_are_named() {
    var same = tensor("same", 1, 1);
    var missing = tensor("missing", 2);
    var longer = tensor("longer", 3, 3, 3);
    var loaded =
        Loaded.into(
            List.of(same, missing, longer),
            List.of(tensor("longer", 7, 7), tensor("other", 8), tensor("same", 9, 9)));
    assertThat(first(same)).isEqualTo(9);
    assertThat(first(missing)).isEqualTo(2);
    assertThat(first(longer)).isEqualTo(3);
    assertThat(loaded.sentence())
        .isEqualTo(
            "1 of 3 tensors of the model; not there: missing; left over: other;"
                + " does not fit: longer is fp32 [2] and not fp32 [3]");
  }

  @Test
  void another_type_does_not_fit() {
    var numbers = NamedTensor.of("same", Tensor.of(new long[] {1}));
    assertThat(Loaded.into(List.of(tensor("same", 1)), List.of(numbers)).unfit())
        .containsExactly("same is int64 [1] and not fp32 [1]");
  }

  @Test
  void of_many_names_the_first_are_said() {
    var many = new ArrayList<NamedTensor>();
    IntStream.range(0, 9).forEach(i -> many.add(tensor("t" + i, i)));
    assertThat(Loaded.into(List.of(), many).sentence())
        .isEqualTo("0 of 0 tensors of the model; left over: t0, t1, t2, t3, t4 and 4 more");
  }
}
