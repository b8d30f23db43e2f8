package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** One encoding by a coder of its own: the payload and what it decodes to. */
public final class Encoded {
  public static final Moment MOMENT = new Moment(42, 1, 7, 3);

  private final byte[] payload;
  private final float[] decoded;

  private Encoded(byte[] payload, float[] decoded) {
    this.payload = payload;
    this.decoded = decoded;
  }

  public byte[] payload() {
    return payload;
  }

  public float[] decoded() {
    return decoded;
  }

  public static Encoded by(Codec codec, Moment moment, float... numbers) {
    try (var arena = Arena.ofConfined()) {
      return by(codec.open(numbers.length, arena), codec, moment, numbers);
    }
  }

  public static Encoded by(Coder coder, Codec codec, Moment moment, float... numbers) {
    try (var arena = Arena.ofConfined()) {
      var input = Numbers.segment(arena, numbers);
      var room = arena.allocate(codec.payloadBytes(numbers.length));
      var payload = room.asSlice(0, coder.encode(moment, input, room));
      return new Encoded(
          payload.toArray(JAVA_BYTE), decoded(coder, moment, payload, numbers.length));
    }
  }

  public static float[] decoded(Coder coder, Moment moment, MemorySegment payload, int count) {
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(JAVA_FLOAT, count);
      coder.decode(moment, payload, target);
      return Numbers.array(target);
    }
  }
}
