package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import java.lang.foreign.MemorySegment;

/**
 * Sends the numbers at the places of a {@link BlindChoice}, in the order in which it draws them.
 */
final class BlindChooser implements Coder {
  private final BlindChoice codec;
  private final long count;
  private final long k;
  private final float factor;
  private final BlindChoice.Places places;

  BlindChooser(BlindChoice codec, long count) {
    this.codec = codec;
    this.count = count;
    this.k = codec.density().of(count);
    this.factor = codec.scaling().factor(k, count);
    this.places = codec.places(count);
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkEncode(codec, count, input, payload);
    Operands.checkFinite(codec.name(), moment, input);
    long drawn = k == 0 ? 0 : places.draw(moment);
    for (long i = 0; i < k; i++) {
      float number = input.get(JAVA_FLOAT_UNALIGNED, places.at(drawn, i) * Float.BYTES);
      payload.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, factor * number);
    }
    return codec.payloadBytes(count);
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    Operands.checkDecode(codec, count, payload, target);
    long drawn = k == 0 ? 0 : places.draw(moment);
    for (long i = 0; i < k; i++) {
      long at = places.at(drawn, i) * Float.BYTES;
      float number = payload.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
      float sum = target.get(JAVA_FLOAT_UNALIGNED, at) + weight * number;
      target.set(JAVA_FLOAT_UNALIGNED, at, sum);
    }
  }
}
