package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KernelsConversionTest {
  private static final List<Kernels> TWINS = List.of(Kernels.plain(), Kernels.best());
  private static final int[] LENGTHS = {0, 1, 2, 7, 63, 64, 65, 1023, 1025, 4097};

  static Stream<Arguments> conversions() {
    return Stream.of(ElementType.FP16, ElementType.BF16)
        .flatMap(
            half ->
                Stream.of(
                    Arguments.of(ElementType.FP32, half), Arguments.of(half, ElementType.FP32)));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void twins_convert_as_the_oracle_wherever_the_memory_lies(ElementType from, ElementType to) {
    var random = new SplittableRandom(5);
    for (int length : LENGTHS) {
      for (var values : Values.values()) {
        var input = values.draw(from, length, random);
        var expected = Oracle.convert(from, input, to);
        for (var place : Place.values()) {
          for (var kernels : TWINS) {
            var source = place.allocate(from, input.length).inner();
            source.copyFrom(MemorySegment.ofArray(input));
            var target = place.allocate(to, expected.length);
            kernels.convert(from, source, to, target.inner());
            assertThat(target.inner().toArray(JAVA_BYTE)).isEqualTo(expected);
            assertThat(target.isIntact()).isTrue();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FP16", "BF16"})
  void every_half_but_nan_comes_back_as_it_was(ElementType half) {
    var all = new short[65_536];
    for (int i = 0; i < all.length; i++) {
      all[i] = (short) i;
    }
    for (var kernels : TWINS) {
      var wide = new float[all.length];
      var back = new short[all.length];
      kernels.convert(
          half, MemorySegment.ofArray(all), ElementType.FP32, MemorySegment.ofArray(wide));
      kernels.convert(
          ElementType.FP32, MemorySegment.ofArray(wide), half, MemorySegment.ofArray(back));
      int infinity = half == ElementType.FP16 ? 0x7c00 : 0x7f80;
      short nan = half == ElementType.FP16 ? (short) 0x7e00 : (short) 0x7fc0;
      for (int i = 0; i < all.length; i++) {
        boolean isNan = (i & 0x7fff) > infinity;
        assertThat(back[i]).as("%x", i).isEqualTo(isNan ? nan : all[i]);
        assertThat(Float.isNaN(wide[i])).as("%x", i).isEqualTo(isNan);
      }
    }
  }

  @Test
  void a_tie_between_two_bf16_goes_to_the_even_one() {
    int[] bits = {
      0x3f80_8000,
      0x3f81_8000,
      0x3f80_7fff,
      0x3f80_8001,
      0xbf80_8000,
      0xbf81_8000,
      0x7f7f_8000,
      0x7f7f_7fff,
      0x0000_8000,
      0x0001_8000
    };
    short[] rounded = {
      0x3f80, 0x3f82, 0x3f80, 0x3f81, (short) 0xbf80, (short) 0xbf82, 0x7f80, 0x7f7f, 0, 2
    };
    for (var kernels : TWINS) {
      var found = new short[bits.length];
      kernels.convert(
          ElementType.FP32,
          MemorySegment.ofArray(bits),
          ElementType.BF16,
          MemorySegment.ofArray(found));
      assertThat(found).isEqualTo(rounded);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FP16", "BF16"})
  void a_sum_of_halves_is_rounded_once(ElementType half) {
    // One, and two numbers of half its last place: rounded after each addition the sum is one.
    float tiny = half == ElementType.FP16 ? 0x1p-11f : 0x1p-8f;
    for (var kernels : TWINS) {
      assertThat(sum(kernels, half, 1f, tiny, tiny)).isEqualTo(1f + 2 * tiny);
    }
  }

  /** In native memory, and enough of it for the vector loop to take part. */
  private static float sum(Kernels kernels, ElementType half, float... terms) {
    try (var arena = Arena.ofConfined()) {
      var sources = new MemorySegment[terms.length];
      for (int i = 0; i < terms.length; i++) {
        sources[i] = arena.allocate(1024);
        var floats = new float[512];
        Arrays.fill(floats, terms[i]);
        kernels.convert(ElementType.FP32, MemorySegment.ofArray(floats), half, sources[i]);
      }
      kernels.reduce(half, Reduction.SUM, sources[0], sources);
      var result = new float[512];
      kernels.convert(half, sources[0], ElementType.FP32, MemorySegment.ofArray(result));
      return result[0];
    }
  }
}
