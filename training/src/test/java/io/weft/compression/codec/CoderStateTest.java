package io.weft.compression.codec;

import static io.weft.compression.codec.Encoded.MOMENT;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.compression.quantisation.Signum;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.MomentumCorrection;
import io.weft.trials.Thorough;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What coders say they remember is all that they remember. */
@Tag("sampled")
class CoderStateTest {
  private static final int COUNT = 700;
  private static final int STEPS = 3;

  static List<Codec> all() {
    var all =
        AllCodecs.all()
            .flatMap(
                codec ->
                    Stream.of(
                        codec, new ErrorFeedback(codec), new MomentumCorrection(codec, 0.9f)));
    return Thorough.sample(30, all.toList());
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_restored_coder_goes_on_bit_for_bit(Codec codec) {
    try (var arena = Arena.ofConfined()) {
      var first = codec.open(COUNT, arena);
      for (int step = 0; step < STEPS; step++) {
        encoded(first, codec, step);
      }
      var second = codec.open(COUNT, arena);
      restore(saved(first), second);
      for (int step = STEPS; step < 2 * STEPS; step++) {
        var due = encoded(first, codec, step);
        var found = encoded(second, codec, step);
        assertThat(found.payload()).isEqualTo(due.payload());
        assertThat(found.decoded()).isEqualTo(due.decoded());
        assertThat(saved(second)).usingRecursiveComparison().isEqualTo(saved(first));
      }
    }
  }

  /** Or the test above could not fail. */
  @Test
  void a_coder_that_is_not_restored_goes_on_otherwise() {
    var top = new TopK(new Density(0.05));
    for (var codec :
        new Codec[] {new Signum(0.9f), new ErrorFeedback(top), new MomentumCorrection(top, 0.9f)}) {
      try (var arena = Arena.ofConfined()) {
        var first = codec.open(COUNT, arena);
        encoded(first, codec, 0);
        var due = encoded(first, codec, 1);
        assertThat(encoded(codec.open(COUNT, arena), codec, 1).payload())
            .isNotEqualTo(due.payload());
      }
    }
  }

  @Test
  void wrappers_of_wrappers_hide_nothing() {
    var codec =
        new ErrorFeedback(
            new ErrorFeedback(new ErrorFeedback(new MomentumCorrection(new Signum(0.9f), 0.9f))));
    try (var arena = Arena.ofConfined()) {
      assertThat(codec.open(COUNT, arena).state().keySet())
          .containsExactlyInAnyOrder(
              "residual",
              "inner-residual",
              "inner-inner-residual",
              "inner-inner-inner-residual",
              "velocity",
              "momentum");
    }
  }

  private static Encoded encoded(Coder coder, Codec codec, int step) {
    return Encoded.by(coder, codec, MOMENT.at(step), Numbers.normal(step, COUNT));
  }

  private static Map<String, byte[]> saved(Coder coder) {
    var saved = new LinkedHashMap<String, byte[]>();
    coder.state().forEach((name, memory) -> saved.put(name, memory.toArray(JAVA_BYTE)));
    return saved;
  }

  private static void restore(Map<String, byte[]> saved, Coder coder) {
    assertThat(coder.state().keySet()).isEqualTo(saved.keySet());
    coder
        .state()
        .forEach((name, memory) -> memory.copyFrom(MemorySegment.ofArray(saved.get(name))));
  }
}
