package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class UpdateKernelsTest {
  private static final List<Update> UPDATES =
      List.of(
          new Update.Descent(0.1f, 0.01f),
          new Update.Momentum(0.1f, 0.9f, 0.7f, 0.01f, false),
          new Update.Momentum(0.1f, 0.9f, 1f, 0f, true),
          new Update.Adaptive(Update.Moments.of(0.9, 0.999), 0.01f, 0.3f, 1e-8f, 0.1f, 0.99f),
          new Update.Adaptive(Update.Moments.of(0.3, 0.9), 0.01f, 0.3f, 1e-8f, 0f, 1f),
          new Update.Direction(Update.Moments.of(0.9, 0.999), 0.1f, 0.3f, 1e-6f, 0.01f),
          new Update.Sign(0.01f, 0.99f, Update.Share.of(0.9), Update.Share.of(0.99)));

  @Test
  void the_twins_are_two() {
    assertThat(UpdateKernels.plain()).isInstanceOf(PlainUpdates.class);
    assertThat(UpdateKernels.best()).isNotInstanceOf(PlainUpdates.class);
  }

  @Test
  void twins_agree_bit_by_bit_wherever_the_memory_lies() {
    Trials.forAll(
        draw -> {
          var update = draw.oneOf(UPDATES);
          var place = draw.oneOf(List.of(Place.values()));
          var values = contents(draw);
          var expected = copies(Place.ARRAY, values);
          apply(UpdateKernels.plain(), update, inner(expected));
          var found = copies(place, values);
          apply(UpdateKernels.best(), update, inner(found));
          for (int i = 0; i < values.length; i++) {
            assertThat(found[i].inner().toArray(JAVA_BYTE))
                .as("%s, segment %d in %s", update, i, place)
                .isEqualTo(expected[i].inner().toArray(JAVA_BYTE));
            assertThat(found[i].isIntact()).isTrue();
          }
        });
  }

  private static byte[][] contents(Draw draw) {
    var kind = draw.oneOf(List.of(Values.values()));
    int length = draw.between(0, 2000);
    var random = new SplittableRandom(draw.between(0, 1_000_000));
    var values = new byte[4][];
    Arrays.setAll(values, _ -> kind.draw(ElementType.FP32, length, random));
    return values;
  }

  private static Place.Fenced[] copies(Place place, byte[][] values) {
    return Arrays.stream(values)
        .map(
            value -> {
              var memory = place.allocate(ElementType.FP32, value.length);
              memory.inner().copyFrom(MemorySegment.ofArray(value));
              return memory;
            })
        .toArray(Place.Fenced[]::new);
  }

  private static MemorySegment[] inner(Place.Fenced[] memory) {
    return Arrays.stream(memory).map(Place.Fenced::inner).toArray(MemorySegment[]::new);
  }

  private static void apply(UpdateKernels kernels, Update update, MemorySegment... on) {
    switch (update) {
      case Update.Descent by -> kernels.descend(by, on[0], on[1]);
      case Update.Momentum by -> kernels.descend(by, on[0], on[1], on[2]);
      case Update.Adaptive by -> kernels.adapt(by, on[0], on[1], on[2], on[3]);
      case Update.Direction by -> kernels.direct(by, on[0], on[1], on[2], on[3]);
      case Update.Sign by -> kernels.sign(by, on[0], on[1], on[2]);
    }
  }

  @Test
  void a_nan_is_stored_in_its_canonical_form() {
    for (var kernels : List.of(UpdateKernels.plain(), UpdateKernels.best())) {
      for (var update : UPDATES) {
        var on = new MemorySegment[4];
        for (int i = 0; i < on.length; i++) {
          on[i] = Arena.ofAuto().allocate(100 * Float.BYTES);
          for (int at = 0; at < 100; at++) {
            on[i].setAtIndex(JAVA_FLOAT, at, Float.intBitsToFloat(0xffc1_2345));
          }
        }
        apply(kernels, update, on);
        var changed = update instanceof Update.Direction ? on[1] : on[0];
        for (int at = 0; at < 100; at++) {
          int bits = Float.floatToRawIntBits(changed.getAtIndex(JAVA_FLOAT, at));
          assertThat(bits).as("%s", update).isEqualTo(0x7fc0_0000);
        }
      }
    }
  }

  @Test
  void segments_of_different_lengths_are_refused() {
    var four = MemorySegment.ofArray(new float[4]);
    var five = MemorySegment.ofArray(new float[5]);
    for (var kernels : List.of(UpdateKernels.plain(), UpdateKernels.best())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> kernels.descend(new Update.Descent(1, 0), four, five))
          .withMessage("an update of 16 bytes by segments of 20: slice them to equal sizes");
    }
  }
}
