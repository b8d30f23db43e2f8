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
import io.weft.tensor.SquaredNorm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Each number v of a bucket becomes a whole number of s-ths of the bucket's norm, rounded at random
 * so that the mean is right (Alistarh et al., QSGD: Communication-Efficient SGD via Gradient
 * Quantization and Encoding, 2017, section 3.1). The variance is at most min(b/s², √b/s)‖v‖² for
 * buckets of b numbers. Levels are packed in equally many bits; the paper's Elias code is not used.
 *
 * <p>Payload: 4 bytes per bucket, then ⌈d⌈log₂(2s + 1)⌉/8⌉. A code is its level plus s.
 *
 * @param levels s
 * @param bucket how many neighbours share a norm
 */
public record Qsgd(int levels, int bucket) implements Codec {
  private static final int LEVELS_MAX = 32_767;

  public Qsgd {
    if (levels < 1 || levels > LEVELS_MAX || bucket < 1) {
      throw new IllegalArgumentException(
          "qsgd with %d levels and buckets of %d: 1 to %d levels and at least 1 number"
              .formatted(levels, bucket, LEVELS_MAX));
    }
  }

  @Override
  public String name() {
    return "qsgd";
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
    return Math.ceilDiv(count, bucket) * Float.BYTES + Math.ceilDiv(count * bits(), Byte.SIZE);
  }

  private int bits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(2 * levels);
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count);
  }

  private static final class Packer implements Coder {
    private final Qsgd codec;
    private final long count;
    private final BitWriter writer = new BitWriter();
    private final BitReader reader;
    private final double[] lanes = new double[SquaredNorm.LANES];

    Packer(Qsgd codec, long count) {
      this.codec = codec;
      this.count = count;
      this.reader = new BitReader(codec.name());
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long key = moment.own();
      long norms = Math.ceilDiv(count, codec.bucket);
      writer.start(payload, norms * Float.BYTES);
      for (long each = 0; each < norms; each++) {
        long first = each * codec.bucket;
        long some = Math.min(codec.bucket, count - first);
        long at = first * Float.BYTES;
        float norm = (float) Math.sqrt(SquaredNorm.of(input, at, some * Float.BYTES, lanes));
        BlockScale.store(payload, each, norm);
        float divisor = BlockScale.divisor(norm);
        for (long i = 0; i < some; i++) {
          float share = input.get(JAVA_FLOAT_UNALIGNED, at + i * Float.BYTES) / divisor;
          float chance = RandomBits.uniform(key, first + i);
          int level = StochasticLevel.of(share * codec.levels, chance, codec.levels);
          writer.write(level + codec.levels, codec.bits());
        }
      }
      writer.finish();
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      long norms = Math.ceilDiv(count, codec.bucket);
      reader.start(payload, norms * Float.BYTES);
      for (long each = 0; each < norms; each++) {
        long first = each * codec.bucket;
        long end = Math.min(first + codec.bucket, count);
        float norm = BlockScale.load(payload, each);
        for (long i = first; i < end; i++) {
          float decoded = level() * norm / codec.levels;
          float sum = target.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES) + weight * decoded;
          target.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, sum);
        }
      }
    }

    private int level() {
      int code = (int) reader.read(codec.bits());
      if (code > 2 * codec.levels) {
        throw new MalformedPayloadException(
            codec.name(), "has the code %d, above %d".formatted(code, 2 * codec.levels));
      }
      return code - codec.levels;
    }
  }
}
