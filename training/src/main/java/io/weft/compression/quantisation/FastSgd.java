package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.BitReader;
import io.weft.compression.codec.BitWriter;
import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Gaps;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers become reciprocals M/|p| of the largest magnitude M, and these the integers nearest to
 * their logarithms; small integers stand for large numbers and travel, large ones are left out
 * (Yang et al., FastSGD, 2021). The base is the fourth root of 2 and eight integers travel, so that
 * a number is right to a tenth or, below about M/3.7, left out; base and threshold are our choice,
 * made from the abstract. Positions travel as differences in Golomb's code, where the paper has one
 * of its own.
 *
 * <p>Payload: 9 bytes, and a few bits for each number sent; at most 7 bits per number. What is not
 * finite travels alone, as NaN.
 */
public record FastSgd() implements Codec {
  private static final int LEVELS = 8;
  private static final int LEVEL_BITS = 3;
  private static final long HEADER = Integer.BYTES + Float.BYTES + 1;

  /** A bit for the sign, three for the integer, and on average at most three for the gap. */
  private static final int BITS_MOST = 1 + LEVEL_BITS + 3;

  private static final float[] DECODED = powers(0);
  private static final float[] BOUNDS = powers(0.5);

  private static float[] powers(double above) {
    var powers = new float[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      powers[level] = (float) StrictMath.pow(2, -(level + above) / 4);
    }
    return powers;
  }

  @Override
  public String name() {
    return "fastsgd";
  }

  @Override
  public Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return HEADER + Math.ceilDiv(count * BITS_MOST, Byte.SIZE);
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
    return new Packer(this, Operands.count(name(), count));
  }

  private static final class Packer implements Coder {
    private final FastSgd codec;
    private final long count;
    private final Block block = new Block();
    private final float[] bounds = new float[LEVELS];
    private final BitWriter writer = new BitWriter();
    private final BitReader reader;

    Packer(FastSgd codec, long count) {
      this.codec = codec;
      this.count = count;
      this.reader = new BitReader(codec.name());
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      float largest = PackingKernels.best().largest(input, 0, (int) count);
      boolean finite = Float.isFinite(largest);
      for (int level = 0; level < LEVELS; level++) {
        bounds[level] = Math.max(largest * BOUNDS[level], Float.MIN_VALUE);
      }
      long kept = finite ? reaching(input, bounds[LEVELS - 1]) : 1;
      int lowBits = Gaps.lowBits(kept, count);
      payload.set(JAVA_INT_UNALIGNED, 0, (int) kept);
      payload.set(JAVA_FLOAT_UNALIGNED, Integer.BYTES, finite ? largest : Float.NaN);
      payload.set(JAVA_BYTE, HEADER - 1, (byte) lowBits);
      writer.start(payload, HEADER);
      if (finite) {
        write(input, lowBits);
      } else {
        write(firstNotFinite(input), 0, lowBits);
      }
      return writer.finish();
    }

    private long reaching(MemorySegment input, float least) {
      long reaching = 0;
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        block.load(input, first, some);
        reaching += reaching(block.values(), some, least);
      }
      return reaching;
    }

    private static int reaching(float[] values, int some, float least) {
      int reaching = 0;
      for (int i = 0; i < some; i++) {
        reaching += Math.abs(values[i]) >= least ? 1 : 0;
      }
      return reaching;
    }

    private long firstNotFinite(MemorySegment input) {
      long at = 0;
      while (Float.isFinite(input.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES))) {
        at++;
      }
      return at;
    }

    private void write(MemorySegment input, int lowBits) {
      var values = block.values();
      float least = bounds[LEVELS - 1];
      long last = -1;
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        block.load(input, first, some);
        for (int i = 0; i < some; i++) {
          if (Math.abs(values[i]) >= least) {
            write(first + i - last - 1, code(values[i]), lowBits);
            last = first + i;
          }
        }
      }
    }

    private void write(long gap, int code, int lowBits) {
      Gaps.write(gap, lowBits, writer);
      writer.write(code, 1 + LEVEL_BITS);
    }

    /** The integer, with the sign above it. */
    private int code(float number) {
      float magnitude = Math.abs(number);
      int level = 0;
      while (magnitude < bounds[level]) {
        level++;
      }
      return number < 0 ? level | LEVELS : level;
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkNumbers(codec.name(), count, target);
      if (payload.byteSize() < HEADER) {
        throw malformed("has %d bytes, too few".formatted(payload.byteSize()));
      }
      long kept = payload.get(JAVA_INT_UNALIGNED, 0);
      float largest = payload.get(JAVA_FLOAT_UNALIGNED, Integer.BYTES);
      int lowBits = payload.get(JAVA_BYTE, HEADER - 1);
      if (kept < 0 || kept > count || lowBits < 0 || lowBits >= Integer.SIZE) {
        throw malformed("announces %d numbers of %d".formatted(kept, count));
      }
      reader.start(payload, HEADER);
      long at = -1;
      for (long i = 0; i < kept; i++) {
        at += Gaps.read(reader, lowBits) + 1;
        if (at >= count) {
          throw malformed("has position %d of %d".formatted(at, count));
        }
        add((int) reader.read(1 + LEVEL_BITS), largest, weight, target, at * Float.BYTES);
      }
      if (reader.offset() != payload.byteSize()) {
        throw malformed("has %d bytes, not %d".formatted(payload.byteSize(), reader.offset()));
      }
    }

    private static void add(
        int code, float largest, float weight, MemorySegment target, long offset) {
      float magnitude = largest * DECODED[code & (LEVELS - 1)];
      float decoded = code >= LEVELS ? -magnitude : magnitude;
      float sum = target.get(JAVA_FLOAT_UNALIGNED, offset) + weight * decoded;
      target.set(JAVA_FLOAT_UNALIGNED, offset, sum);
    }

    private MalformedPayloadException malformed(String what) {
      return new MalformedPayloadException(codec.name(), what);
    }
  }
}
