package io.weft.compression.codec;

import static io.weft.compression.codec.Encoded.MOMENT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.Rounding;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lengths beyond what the other tests try. */
class LongRunTest {
  private static final int COUNT = 1 << 25;

  @Test
  @Tag("thorough")
  void two_to_the_25_numbers_are_encoded_and_decoded() {
    var codec = new ByteBlocks(Rounding.NEAREST);
    try (var arena = Arena.ofConfined()) {
      var input = arena.allocate(JAVA_FLOAT, COUNT);
      for (long i = 0; i < COUNT; i += 100) {
        input.setAtIndex(JAVA_FLOAT, i, (float) (i % 700 + 1));
      }
      var payload = arena.allocate(codec.payloadBytes(COUNT));
      var coder = codec.open(COUNT, arena);
      coder.encode(MOMENT, input, payload);
      var decoded = arena.allocate(JAVA_FLOAT, COUNT);
      coder.decode(MOMENT, payload, decoded);
      long last = (COUNT - 1) / 100 * 100;
      assertThat(decoded.getAtIndex(JAVA_FLOAT, last))
          .isBetween((float) (last % 700), (float) (last % 700 + 2));
      assertThat(decoded.getAtIndex(JAVA_FLOAT, COUNT - 1)).isZero();
    }
  }
}
