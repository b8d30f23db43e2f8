package io.weft.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reductions written one element at a time, as their definition reads. */
final class Oracle {
  private Oracle() {}

  static byte[] reduce(ElementType type, Reduction reduction, byte[]... sources) {
    if (sources.length == 1) {
      return sources[0].clone();
    }
    var result = new byte[sources[0].length];
    for (int at = 0; at < result.length; at += type.byteCount()) {
      switch (type) {
        case FP64 -> {
          double value = view(sources[0]).getDouble(at);
          for (int i = 1; i < sources.length; i++) {
            value = combine(reduction, value, view(sources[i]).getDouble(at));
          }
          view(result).putLong(at, Double.doubleToLongBits(value));
        }
        case FP32, FP16, BF16 -> {
          float value = floatAt(type, sources[0], at);
          for (int i = 1; i < sources.length; i++) {
            value = combine(reduction, value, floatAt(type, sources[i], at));
          }
          putFloat(type, result, at, value);
        }
        case INT8, INT32, INT64 -> {
          long value = longAt(type, sources[0], at);
          for (int i = 1; i < sources.length; i++) {
            value = combine(reduction, value, longAt(type, sources[i], at));
          }
          putLong(type, result, at, value);
        }
      }
    }
    return result;
  }

  static byte[] divide(ElementType type, byte[] dividend, long divisor) {
    var result = new byte[dividend.length];
    for (int at = 0; at < result.length; at += type.byteCount()) {
      switch (type) {
        case FP64 ->
            view(result)
                .putLong(at, Double.doubleToLongBits(view(dividend).getDouble(at) / divisor));
        case FP32, FP16, BF16 ->
            putFloat(type, result, at, floatAt(type, dividend, at) / (float) divisor);
        case INT8, INT32, INT64 -> putLong(type, result, at, longAt(type, dividend, at) / divisor);
      }
    }
    return result;
  }

  static byte[] convert(ElementType from, byte[] source, ElementType to) {
    int count = source.length / from.byteCount();
    var result = new byte[count * to.byteCount()];
    for (int i = 0; i < count; i++) {
      putFloat(to, result, i * to.byteCount(), floatAt(from, source, i * from.byteCount()));
    }
    return result;
  }

  /** The nearer of the two neighbours, the even one if both are equally near. */
  static short bf16(float value) {
    if (Float.isNaN(value)) {
      return 0x7fc0;
    }
    int below = Float.floatToRawIntBits(value) & 0xffff_0000;
    double down = Math.abs((double) value) - magnitude(below);
    double up = magnitude(below + 0x1_0000) - Math.abs((double) value);
    boolean rise = up < down || (up == down && (below & 0x1_0000) != 0);
    return (short) ((rise && !Float.isInfinite(value) ? below + 0x1_0000 : below) >> 16);
  }

  /** Of the float with these bits; what would be infinity counts as the power of two it is. */
  private static double magnitude(int bits) {
    float value = Math.abs(Float.intBitsToFloat(bits));
    return Float.isInfinite(value) ? 0x1p128 : value;
  }

  private static double combine(Reduction reduction, double a, double b) {
    return switch (reduction) {
      case SUM, MEAN -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static float combine(Reduction reduction, float a, float b) {
    return switch (reduction) {
      case SUM, MEAN -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static long combine(Reduction reduction, long a, long b) {
    return switch (reduction) {
      case SUM, MEAN -> a + b;
      case PRODUCT -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static float floatAt(ElementType type, byte[] bytes, int at) {
    return switch (type) {
      case FP32 -> view(bytes).getFloat(at);
      case FP16 -> Float.float16ToFloat(view(bytes).getShort(at));
      case BF16 -> Float.intBitsToFloat(view(bytes).getShort(at) << 16);
      case FP64, INT8, INT32, INT64 -> throw new AssertionError(type);
    };
  }

  private static void putFloat(ElementType type, byte[] bytes, int at, float value) {
    switch (type) {
      case FP32 -> view(bytes).putInt(at, Float.floatToIntBits(value));
      case FP16 -> view(bytes).putShort(at, fp16(value));
      case BF16 -> view(bytes).putShort(at, bf16(value));
      case FP64, INT8, INT32, INT64 -> throw new AssertionError(type);
    }
  }

  private static short fp16(float value) {
    return Float.isNaN(value) ? 0x7e00 : Float.floatToFloat16(value);
  }

  private static long longAt(ElementType type, byte[] bytes, int at) {
    return switch (type) {
      case INT8 -> bytes[at];
      case INT32 -> view(bytes).getInt(at);
      case INT64 -> view(bytes).getLong(at);
      case FP32, FP64, FP16, BF16 -> throw new AssertionError(type);
    };
  }

  private static void putLong(ElementType type, byte[] bytes, int at, long value) {
    switch (type) {
      case INT8 -> bytes[at] = (byte) value;
      case INT32 -> view(bytes).putInt(at, (int) value);
      case INT64 -> view(bytes).putLong(at, value);
      case FP32, FP64, FP16, BF16 -> throw new AssertionError(type);
    }
  }

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }
}
