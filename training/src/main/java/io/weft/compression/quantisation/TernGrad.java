package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.BitReader;
import io.weft.compression.codec.BitWriter;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.RandomBits;
import io.weft.compression.codec.Sums;
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers are clipped at some standard deviations and rounded at random to −s, 0 or s, where s is
 * the largest magnitude left, so that the mean of what was clipped is right (Wen et al., TernGrad,
 * 2017). With one s for all ranks it is {@link SharedTernary}.
 *
 * <p>Payload: 4 + ⌈d/4⌉ bytes.
 *
 * @param clip standard deviations beyond which numbers are clipped
 */
public record TernGrad(float clip) implements Codec {
  private static final int BITS = 2;
  private static final int MINUS = 2;

  public TernGrad {
    if (!(clip > 0)) {
      throw new IllegalArgumentException("terngrad clipped at %s: above 0".formatted(clip));
    }
  }

  @Override
  public String name() {
    return "terngrad";
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
    return Float.BYTES + Math.ceilDiv(count * BITS, Byte.SIZE);
  }

  @Override
  public Coder open(long count, Arena arena) {
    return ternary(count);
  }

  TernaryCoder ternary(long count) {
    return new TernaryCoder(this, count);
  }

  /** A coder that tells its scale. */
  static final class TernaryCoder implements Coder {
    private final TernGrad codec;
    private final long count;
    private final Sums sums = new Sums();
    private final BitWriter writer = new BitWriter();
    private final BitReader reader;

    TernaryCoder(TernGrad codec, long count) {
      this.codec = codec;
      this.count = Operands.count(codec.name(), count);
      this.reader = new BitReader(codec.name());
    }

    /** The s of these numbers, of which ranks may take the largest. */
    float scale(MemorySegment input) {
      Operands.checkNumbers(codec.name(), count, input);
      if (count == 0) {
        return 0;
      }
      sums.measure(input);
      double mean = sums.sum() / count;
      double deviation = Math.sqrt(Math.max(0, sums.sumOfSquares() / count - mean * mean));
      float largest = PackingKernels.best().largest(input, 0, (int) count);
      float bound = (float) (codec.clip * deviation);
      return bound > 0 && bound < largest ? bound : largest;
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      float scale = scale(input);
      Operands.checkEncode(codec, count, input, payload);
      long key = moment.own();
      BlockScale.store(payload, 0, scale);
      writer.start(payload, Float.BYTES);
      float divisor = BlockScale.divisor(scale);
      for (long i = 0; i < count; i++) {
        float share = input.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES) / divisor;
        int level = StochasticLevel.of(share, RandomBits.uniform(key, i), 1);
        writer.write(level < 0 ? MINUS : level, BITS);
      }
      writer.finish();
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      float scale = BlockScale.load(payload, 0);
      reader.start(payload, Float.BYTES);
      for (long i = 0; i < count; i++) {
        float sum = target.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES) + weight * (level() * scale);
        target.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, sum);
      }
    }

    private int level() {
      int code = (int) reader.read(BITS);
      if (code > MINUS) {
        throw new MalformedPayloadException(codec.name(), "has the code 3, above 2");
      }
      return code == MINUS ? -1 : code;
    }
  }
}
