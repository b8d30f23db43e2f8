package io.weft.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class TensorTest {
  @Test
  void a_segment_that_is_too_short_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Tensor(MemorySegment.ofArray(new byte[15]), ElementType.FP64, 2))
        .withMessage(
            "a tensor of 2 fp64 elements needs 16 bytes and the segment has 15:"
                + " give a longer segment or a smaller count");
  }

  @Test
  void a_count_below_zero_or_beyond_all_memory_is_refused() {
    var segment = MemorySegment.ofArray(new byte[15]);
    for (long count : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Tensor(segment, ElementType.FP64, count))
          .withMessageContaining("a tensor of " + count + " fp64 elements");
    }
  }

  @Test
  void a_part_of_an_element_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(MemorySegment.ofArray(new byte[15]), ElementType.FP32))
        .withMessage(
            "a segment of 15 bytes is not a whole number of fp32 elements of 4 bytes:"
                + " slice it first");
  }

  @Test
  void a_byte_buffer_on_the_heap_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(ByteBuffer.allocate(8), ElementType.FP32))
        .withMessage(
            "the byte buffer is on the heap: allocate it with ByteBuffer.allocateDirect,"
                + " or pass the array");
  }

  @Test
  void a_byte_buffer_that_is_read_only_is_refused() {
    var buffer = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(buffer, ElementType.FP32))
        .withMessage("the byte buffer is read-only: results are written to it");
  }

  @Test
  void a_short_array_holds_halves_only() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tensor.of(new short[2], ElementType.FP32))
        .withMessage("a short[] holds fp16 or bf16, not fp32");
    assertThat(Tensor.of(new short[2], ElementType.BF16).count()).isEqualTo(2);
  }

  @Test
  void a_slice_beyond_the_end_is_refused() {
    var tensor = Tensor.of(new float[5]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tensor.slice(3, 3))
        .withMessage("elements 3 to 6 lie outside a tensor of 5");
    assertThatIllegalArgumentException().isThrownBy(() -> tensor.slice(-1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> tensor.slice(1, -1));
  }

  @Test
  void a_direct_buffer_counts_from_its_position_to_its_limit() {
    var buffer = ByteBuffer.allocateDirect(32).position(8).limit(24);
    var tensor = Tensor.of(buffer, ElementType.INT32);
    tensor.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
    assertThat(tensor.count()).isEqualTo(4);
    assertThat(buffer.get(8)).isEqualTo((byte) 9);
  }

  @Test
  void an_array_is_seen_not_copied() {
    var longs = new long[3];
    Tensor.of(longs).slice(1, 2).segment().setAtIndex(ValueLayout.JAVA_LONG, 1, 7);
    assertThat(longs).containsExactly(0, 0, 7);
    assertThat(Tensor.of(new double[3]).byteCount()).isEqualTo(24);
    assertThat(Tensor.of(new byte[3]).type()).isEqualTo(ElementType.INT8);
    assertThat(Tensor.of(new int[3]).type()).isEqualTo(ElementType.INT32);
  }

  @Test
  void a_longer_segment_is_cut_to_the_count() {
    var tensor = new Tensor(MemorySegment.ofArray(new float[5]), ElementType.FP32, 2);
    assertThat(tensor.byteCount()).isEqualTo(8);
  }
}
