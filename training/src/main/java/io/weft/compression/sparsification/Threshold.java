package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where a magnitude exceeds τ, position and sign travel and stand for ±τ (Strom, Scalable
 * Distributed DNN Training Using Commodity GPU Cloud Computing, 2015). Meant to be used with error
 * feedback.
 *
 * <p>Payload: 4 bytes for each number sent; positions ascend, and the sign is the highest bit.
 * After the first number that is not finite, 4 more say that it is to be NaN.
 *
 * @param tau τ
 */
public record Threshold(float tau) implements Codec {
  private static final int MINUS = 0x8000_0000;
  private static final int NAN_MARK = Integer.MAX_VALUE;

  public Threshold {
    if (!(tau > 0 && tau < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("threshold of τ=%s: above 0 and finite".formatted(tau));
    }
  }

  @Override
  public String name() {
    return "threshold";
  }

  @Override
  public Promise promise() {
    return Promise.SELECTION;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return (count + 1) * Integer.BYTES;
  }

  @Override
  public boolean fixed() {
    return false;
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Selector(this, Operands.count(name(), count), new Magnitudes());
  }

  private record Selector(Threshold codec, long count, Magnitudes magnitudes) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      int least = Magnitudes.key(codec.tau) + 1;
      long at = 0;
      boolean marked = false;
      for (long first = 0; first < count; first += Magnitudes.blockCapacity()) {
        int some = magnitudes.scan(input, first, least);
        for (int i = 0; i < some; i++) {
          int place = (int) first + magnitudes.found(i);
          float number = input.get(JAVA_FLOAT_UNALIGNED, (long) place * Float.BYTES);
          payload.set(JAVA_INT_UNALIGNED, at, number < 0 ? place | MINUS : place);
          at += Integer.BYTES;
          if (!Float.isFinite(number) && !marked) {
            payload.set(JAVA_INT_UNALIGNED, at, NAN_MARK);
            at += Integer.BYTES;
            marked = true;
          }
        }
      }
      return at;
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkNumbers(codec.name(), count, target);
      long entries = payload.byteSize() / Integer.BYTES;
      if (payload.byteSize() % Integer.BYTES != 0) {
        throw new MalformedPayloadException(
            codec.name(), "has %d bytes, not a multiple of 4".formatted(payload.byteSize()));
      }
      long last = -1;
      for (long i = 0; i < entries; i++) {
        int entry = payload.get(JAVA_INT_UNALIGNED, i * Integer.BYTES);
        boolean marks = entry == NAN_MARK && last >= 0;
        long at = marks ? last : entry & ~MINUS;
        if (at < last || (at == last && !marks) || at >= count) {
          throw new MalformedPayloadException(
              codec.name(), "has position %d after %d of %d".formatted(at, last, count));
        }
        float value = marks ? Float.NaN : entry < 0 ? -codec.tau : codec.tau;
        float sum = target.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES) + weight * value;
        target.set(JAVA_FLOAT_UNALIGNED, at * Float.BYTES, sum);
        last = at;
      }
    }
  }
}
