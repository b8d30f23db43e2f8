package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers are rounded at random to one of the two nearest powers of two, so that the mean is right
 * (Horváth et al., Natural Compression for Distributed Deep Learning, 2019). The variance is at
 * most ‖p‖²/8.
 *
 * <p>Payload: d bytes, each a sign and 7 bits for the exponent: 0 is 0, 1 to 126 are 2⁻¹⁰⁰ to 2²⁵,
 * and 127 is NaN, for what is larger or not finite. (The paper keeps 8 bits of exponent, which make
 * 9 bits in all.) What is smaller is rounded to 0 or 2⁻¹⁰⁰.
 */
public record Natural() implements Codec {
  private static final int LOWEST = -100;
  private static final int NAN_CODE = 127;
  private static final float[] DECODED = decoded();

  @Override
  public String name() {
    return "natural";
  }

  @Override
  public Promise promise() {
    return Promise.UNBIASED;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return count;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count);
  }

  /** By byte, the lower 7 bits of which are the code. */
  private static float[] decoded() {
    var table = new float[1 << Byte.SIZE];
    for (int code = 1; code < NAN_CODE; code++) {
      table[code] = Math.scalb(1f, code - 1 + LOWEST);
      table[code | 0x80] = -table[code];
    }
    table[NAN_CODE] = Float.NaN;
    table[NAN_CODE | 0x80] = Float.NaN;
    return table;
  }

  private static int code(float magnitude, float chance) {
    if (!(magnitude <= 0x1p25f)) {
      return NAN_CODE;
    }
    if (magnitude < 0x1p-100f) {
      return magnitude * 0x1p100f > chance ? 1 : 0;
    }
    int exponent = Math.getExponent(magnitude);
    float above = Math.scalb(magnitude, -exponent) - 1;
    return exponent - LOWEST + 1 + (above > chance ? 1 : 0);
  }

  private record Packer(Natural codec, long count) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long key = moment.own();
      for (long i = 0; i < count; i++) {
        float number = input.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
        int code = code(Math.abs(number), RandomBits.uniform(key, i));
        payload.set(JAVA_BYTE, i, (byte) (number < 0 ? code | 0x80 : code));
      }
      return count;
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      for (long i = 0; i < count; i++) {
        float decoded = DECODED[payload.get(JAVA_BYTE, i) & 0xff];
        float sum = target.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES) + weight * decoded;
        target.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, sum);
      }
    }
  }
}
