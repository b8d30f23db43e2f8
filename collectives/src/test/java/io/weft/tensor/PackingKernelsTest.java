package io.weft.tensor;

import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Draw;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class PackingKernelsTest {
  private static final List<Float> ODD =
      List.of(0f, -0f, 1f, Float.MIN_VALUE, Float.NaN, Float.POSITIVE_INFINITY, -1e-38f);

  @Test
  void every_byte_and_every_bit_has_a_place_of_its_own() {
    for (int count : new int[] {1, 15, 16, 17, 40, 127, 128, 300}) {
      var bytes = new boolean[count];
      var bits = new boolean[count];
      for (int i = 0; i < count; i++) {
        bytes[PackingKernels.bytePlace(i, count)] = true;
        bits[(int) PackingKernels.bitPlace(i, count)] = true;
      }
      assertThat(bytes).doesNotContain(false);
      assertThat(bits).doesNotContain(false);
    }
  }

  @Test
  void vectors_find_the_same_largest_magnitude() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            var floats = floats(draw, arena, draw.between(0, 300));
            int count = (int) (floats.byteSize() / Float.BYTES);
            assertThat(PackingKernels.best().largest(floats, 0, count))
                .isEqualTo(Float.valueOf(PackingKernels.plain().largest(floats, 0, count)));
          }
        });
  }

  @Test
  void vectors_pack_and_unpack_bytes_as_plain_loops_do() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            int count = draw.between(0, 300);
            var floats = floats(draw, arena, count);
            float scale = draw.oneOf(List.of(1f, 0.37f, 1e-39f, Float.NaN));
            var plain = arena.allocate(count);
            var vector = arena.allocate(count);
            PackingKernels.plain().toBytes(floats, 0, count, scale, plain, 0);
            PackingKernels.best().toBytes(floats, 0, count, scale, vector, 0);
            assertSame(plain, vector);
            var left = copy(arena, floats);
            PackingKernels.plain().addBytes(scale, -0.3f, plain, 0, left, 0, count);
            PackingKernels.best().addBytes(scale, -0.3f, plain, 0, floats, 0, count);
            assertSame(left, floats);
          }
        });
  }

  @Test
  void vectors_pack_and_unpack_bits_as_plain_loops_do() {
    forAll(
        draw -> {
          try (var arena = Arena.ofConfined()) {
            int count = draw.between(0, 500);
            var floats = floats(draw, arena, count);
            var plain = arena.allocate(Math.ceilDiv(count, 8));
            var vector = arena.allocate(Math.ceilDiv(count, 8));
            PackingKernels.plain().toBits(floats, plain);
            PackingKernels.best().toBits(floats, vector);
            assertSame(plain, vector);
            var left = copy(arena, floats);
            PackingKernels.plain().addBits(plain, 0.5f, -2f, left);
            PackingKernels.best().addBits(plain, 0.5f, -2f, floats);
            assertSame(left, floats);
          }
        });
  }

  @Test
  void bytes_are_the_nearest_integers_in_their_places() {
    var floats = MemorySegment.ofArray(new float[] {2.4f, -2.6f, 2.5f, -3.5f, 127, -127, 0});
    var bytes = MemorySegment.ofArray(new byte[7]);
    PackingKernels.best().toBytes(floats, 0, 7, 1, bytes, 0);
    assertThat(bytes.toArray(JAVA_BYTE)).containsExactly(2, -3, 2, -4, 127, -127, 0);
  }

  private static MemorySegment floats(Draw draw, Arena arena, int count) {
    var floats = arena.allocate(JAVA_FLOAT, count);
    boolean odd = draw.between(0, 1) == 1;
    for (int i = 0; i < count; i++) {
      boolean special = odd && draw.between(0, 9) == 0;
      float usual = draw.between(0, 2_000) * 0.1f - 100;
      floats.setAtIndex(JAVA_FLOAT, i, special ? draw.oneOf(ODD) : usual);
    }
    return floats;
  }

  private static MemorySegment copy(Arena arena, MemorySegment segment) {
    return arena.allocate(segment.byteSize(), 4).copyFrom(segment);
  }

  private static void assertSame(MemorySegment left, MemorySegment right) {
    assertThat(left.mismatch(right)).isEqualTo(-1);
  }
}
