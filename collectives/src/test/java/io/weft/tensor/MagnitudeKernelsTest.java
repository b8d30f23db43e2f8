package io.weft.tensor;

import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class MagnitudeKernelsTest {
  private static final List<MagnitudeKernels> BOTH =
      List.of(MagnitudeKernels.plain(), MagnitudeKernels.best());

  /** All bits of floats occur, in native memory and on the heap, anywhere in it. */
  @Test
  void what_reaches_a_key_is_counted_and_found() {
    forAll(
        draw -> {
          int count = draw.between(0, 300);
          int first = draw.between(0, count);
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          var bits = IntStream.generate(random::nextInt).limit(count).toArray();
          int least = random.nextInt() & Integer.MAX_VALUE;
          var due =
              IntStream.range(first, count)
                  .filter(i -> (bits[i] & Integer.MAX_VALUE) >= least)
                  .map(i -> i - first)
                  .toArray();
          try (var arena = Arena.ofConfined()) {
            var floats = arena.allocate(JAVA_FLOAT_UNALIGNED, count);
            for (int i = 0; i < count; i++) {
              floats.setAtIndex(JAVA_INT_UNALIGNED, i, bits[i]);
            }
            for (var kernels : BOTH) {
              var found = new int[count - first];
              int hits = kernels.find(floats, first, count - first, least, found);
              assertThat(Arrays.copyOf(found, hits)).isEqualTo(due);
              var rest = floats.asSlice((long) first * Float.BYTES);
              assertThat(kernels.countFrom(rest, least)).isEqualTo(due.length);
            }
          }
        });
  }
}
