package io.weft.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What both twins refuse, with the sentence that they say. */
class OperandsTest {
  static Kernels[] twins() {
    return new Kernels[] {Kernels.plain(), Kernels.best()};
  }

  private static MemorySegment bytes(int count) {
    return MemorySegment.ofArray(new byte[count]);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void sources_of_another_size_than_the_target(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> kernels.reduce(ElementType.FP32, Reduction.SUM, bytes(8), bytes(8), bytes(4)))
        .withMessage(
            "source 1 has 4 bytes and the target 8: a reduction needs equal sizes, slice them");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void no_sources(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.reduce(ElementType.FP32, Reduction.SUM, bytes(8)))
        .withMessage("a reduction of no sources has no value: give at least 1");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void a_part_of_an_element(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.reduce(ElementType.FP64, Reduction.MAX, bytes(12), bytes(12)))
        .withMessage(
            "a segment of 12 bytes is not a whole number of fp64 elements of 8 bytes:"
                + " slice it first");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void a_target_that_is_read_only(Kernels kernels) {
    var target = bytes(8).asReadOnly();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.reduce(ElementType.INT8, Reduction.MIN, target, bytes(8)))
        .withMessage(
            "the target of 8 bytes is read-only: results are written to it,"
                + " give a writable segment");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.divide(ElementType.INT8, target, 2))
        .withMessageContaining("read-only");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void a_divisor_below_one(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.divide(ElementType.FP32, bytes(8), 0))
        .withMessage("divisor=0: a mean is over at least 1 contribution");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void conversions_that_do_not_involve_fp32_and_a_half(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.convert(ElementType.FP16, bytes(8), ElementType.BF16, bytes(8)))
        .withMessage(
            "fp16 cannot be converted to bf16: conversions are between fp32 and fp16 or bf16,"
                + " go through fp32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.convert(ElementType.FP32, bytes(8), ElementType.INT8, bytes(2)))
        .withMessageStartingWith("fp32 cannot be converted to int8");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void a_conversion_into_a_target_of_another_count(Kernels kernels) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> kernels.convert(ElementType.FP32, bytes(8), ElementType.FP16, bytes(6)))
        .withMessage(
            "the source holds 2 fp32 elements and the target 3 of fp16:"
                + " slice them to equal counts");
  }

  @ParameterizedTest
  @MethodSource("twins")
  void what_is_refused_leaves_the_target_as_it_was(Kernels kernels) {
    var target = bytes(8).fill((byte) 7);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> kernels.reduce(ElementType.INT8, Reduction.SUM, target, bytes(8), bytes(9)));
    assertThat(target.mismatch(bytes(8).fill((byte) 7))).isEqualTo(-1);
  }
}
