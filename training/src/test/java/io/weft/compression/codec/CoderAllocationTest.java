package io.weft.compression.codec;

import static io.weft.compression.codec.Encoded.MOMENT;

import io.weft.compression.lowrank.Atomo;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.MomentumCorrection;
import java.lang.foreign.Arena;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether objects are made at all is for the second compiler to say. */
@Tag("thorough")
class CoderAllocationTest {
  private static final int COUNT = 20_000;
  private static final int COUNT_OF_SLOW = 500;

  static Stream<Codec> all() {
    var top = new TopK(new Density(0.05));
    var wrapped = Stream.of(new ErrorFeedback(top), new MomentumCorrection(top, 0.9f));
    return Stream.concat(AllCodecs.all(), wrapped);
  }

  @ParameterizedTest
  @MethodSource("all")
  void coders_allocate_nothing_per_call(Codec codec) {
    try (var arena = Arena.ofConfined()) {
      int count = codec instanceof Atomo ? COUNT_OF_SLOW : COUNT;
      var coder = codec.open(count, arena);
      var input = Numbers.segment(arena, Numbers.normal(1, count));
      var room = arena.allocate(codec.payloadBytes(count));
      var target = arena.allocate(input.byteSize(), Float.BYTES);
      Allocation.assertNone(
          () -> {
            var payload = room.asSlice(0, coder.encode(MOMENT, input, room));
            coder.accumulate(MOMENT, payload, 0.5f, target);
            coder.decode(MOMENT, payload, target);
          });
    }
  }
}
