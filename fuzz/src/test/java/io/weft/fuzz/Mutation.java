package io.weft.fuzz;

import io.weft.trials.Draw;
import java.util.Arrays;
import java.util.List;

/** Changes valid inputs a little, as a fuzzer does, but knowing nothing of who reads them. */
final class Mutation {
  private static final List<Integer> TELLING =
      List.of(0, 1, 0x7f, 0x80, 0xff, 0x22, 0x2c, 0x2d, 0x3a, 0x5b, 0x7b, 0x30, 0x39, 0x65);
  private static final int CHANGES_MOST = 6;
  private static final int NOISE_MOST = 300;

  private Mutation() {}

  static byte[] of(Draw draw, List<byte[]> seeds) {
    if (draw.between(0, 20) == 20) {
      return noise(draw, NOISE_MOST);
    }
    var bytes = draw.oneOf(seeds).clone();
    int changes = draw.between(1, CHANGES_MOST);
    for (int i = 0; i < changes; i++) {
      bytes = changed(draw, bytes, seeds);
    }
    return bytes;
  }

  private static byte[] changed(Draw draw, byte[] bytes, List<byte[]> seeds) {
    int at = place(draw, bytes.length);
    int end = Math.min(bytes.length, at + any(draw, 16));
    return switch (draw.oneOf(List.of(0, 1, 2, 3, 4, 5, 6, 7))) {
      case 0 -> flipped(bytes, at, 1 << any(draw, 7));
      case 1 -> replaced(bytes, at, Math.min(bytes.length, at + 1), some(draw, 1));
      case 2 -> replaced(bytes, at, at, some(draw, 1 + any(draw, 8)));
      case 3 -> replaced(bytes, at, end, new byte[0]);
      case 4 -> Arrays.copyOf(bytes, at);
      case 5 -> replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
      case 6 -> replaced(bytes, at, end, some(draw, end - at));
      default -> spliced(draw, bytes, at, draw.oneOf(seeds));
    };
  }

  /** A number from 0 to a bound, however early the trial. */
  private static int any(Draw draw, int most) {
    return (int) (Integer.toUnsignedLong(draw.any()) % (most + 1L));
  }

  private static int place(Draw draw, int length) {
    return any(draw, length);
  }

  private static byte[] noise(Draw draw, int most) {
    var bytes = new byte[any(draw, most)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) draw.any();
    }
    return bytes;
  }

  /** Bytes that often mean something. */
  private static byte[] some(Draw draw, int count) {
    var bytes = new byte[count];
    boolean telling = any(draw, 1) == 1;
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (telling ? draw.oneOf(TELLING) : draw.any());
    }
    return bytes;
  }

  private static byte[] flipped(byte[] bytes, int at, int bits) {
    if (at < bytes.length) {
      bytes[at] ^= (byte) bits;
    }
    return bytes;
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    var result = new byte[bytes.length - (to - from) + by.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(by, 0, result, from, by.length);
    System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
    return result;
  }

  private static byte[] spliced(Draw draw, byte[] bytes, int at, byte[] other) {
    int from = place(draw, other.length);
    return replaced(bytes, at, bytes.length, Arrays.copyOfRange(other, from, other.length));
  }
}
