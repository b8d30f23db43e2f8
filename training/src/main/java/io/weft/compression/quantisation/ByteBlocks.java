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
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers as 8-bit integers from −127 to 127, with a scale for each 256 of them, so that the
 * largest is exact. After Dettmers (8-Bit Approximations for Parallelism in Deep Learning, 2015),
 * whose data types have an exponent; ours are linear, as blocks are small.
 *
 * <p>Payload: d bytes, and 4 for each block or part of one; the scales come first.
 */
public record ByteBlocks(Rounding rounding) implements Codec {
  private static final int LEVELS = 127;

  @Override
  public String name() {
    return "int8";
  }

  @Override
  public Promise promise() {
    return rounding == Rounding.NEAREST ? Promise.CONTRACTION : Promise.UNBIASED;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    return count + Math.ceilDiv(count, BlockScale.BLOCK) * Float.BYTES;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count, Math.ceilDiv(count, BlockScale.BLOCK));
  }

  private record Packer(ByteBlocks codec, long count, long blocks) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long key = moment.own();
      for (long block = 0; block < blocks; block++) {
        long first = block * BlockScale.BLOCK;
        int some = (int) Math.min(BlockScale.BLOCK, count - first);
        long at = first * Float.BYTES;
        float largest = PackingKernels.best().largest(input, at, some);
        float scale = BlockScale.of(largest, LEVELS);
        BlockScale.store(payload, block, scale);
        float divisor = BlockScale.divisor(scale);
        switch (codec.rounding) {
          case NEAREST ->
              PackingKernels.best().toBytes(input, at, some, divisor, payload, place(first));
          case STOCHASTIC -> {
            for (int i = 0; i < some; i++) {
              float number = input.get(JAVA_FLOAT_UNALIGNED, at + (long) i * Float.BYTES);
              float chance = RandomBits.uniform(key, first + i);
              byte code = (byte) StochasticLevel.of(number / divisor, chance, LEVELS);
              long place = place(first) + PackingKernels.bytePlace(i, some);
              payload.set(JAVA_BYTE, place, code);
            }
          }
        }
      }
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      for (long block = 0; block < blocks; block++) {
        long first = block * BlockScale.BLOCK;
        int some = (int) Math.min(BlockScale.BLOCK, count - first);
        float scale = BlockScale.load(payload, block);
        long at = first * Float.BYTES;
        PackingKernels.best().addBytes(scale, weight, payload, place(first), target, at, some);
      }
    }

    private long place(long first) {
      return blocks * Float.BYTES + first;
    }
  }
}
