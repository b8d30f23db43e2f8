package io.weft.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/** Elements to compute with, as bytes. */
enum Values {
  /** Numbers around one, small integers: no NaN comes of them. */
  TAME,
  /** Signed zeros, infinities, NaNs with payloads, subnormals, extremes, and random bits. */
  WILD;

  private static final float[] FLOATS = {
    0f,
    -0f,
    1f,
    -1f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    Float.intBitsToFloat(0xffc1_2345),
    Float.intBitsToFloat(0x7f80_0001),
    65504f,
    65520f,
    0x1p-24f
  };
  private static final long[] LONGS = {
    0, 1, -1, 127, -128, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
  };

  byte[] draw(ElementType type, int count, RandomGenerator random) {
    var bytes = new byte[count * type.byteCount()];
    var view = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    while (view.hasRemaining()) {
      if (this == WILD && random.nextInt(4) == 0) {
        putBits(view, type, random.nextLong());
      } else {
        put(view, type, random);
      }
    }
    return bytes;
  }

  private static void putBits(ByteBuffer view, ElementType type, long bits) {
    switch (type.byteCount()) {
      case 1 -> view.put((byte) bits);
      case 2 -> view.putShort((short) bits);
      case 4 -> view.putInt((int) bits);
      case 8 -> view.putLong(bits);
      default -> throw new AssertionError(type);
    }
  }

  private void put(ByteBuffer view, ElementType type, RandomGenerator random) {
    float number = this == TAME ? random.nextFloat(-2f, 2f) : FLOATS[random.nextInt(FLOATS.length)];
    long integer = this == TAME ? random.nextInt(-9, 10) : LONGS[random.nextInt(LONGS.length)];
    switch (type) {
      case FP32 -> view.putFloat(number);
      case FP64 -> view.putDouble(number);
      case FP16 -> view.putShort(Float.floatToFloat16(number));
      case BF16 -> view.putShort((short) (Float.floatToRawIntBits(number) >> 16));
      case INT8 -> view.put((byte) integer);
      case INT32 -> view.putInt((int) integer);
      case INT64 -> view.putLong(integer);
    }
  }
}
