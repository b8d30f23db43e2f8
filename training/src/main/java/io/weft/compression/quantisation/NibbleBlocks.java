package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.RandomBits;
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers as 4-bit integers from −7 to 7, with a scale for each 256 of them, so that the largest is
 * exact. After the gradients of ZeRO++ (Wang et al., 2023).
 *
 * <p>Payload: ⌈d/2⌉ bytes, and 4 for each block or part of one; the scales come first. A code is
 * its level plus 8, the first of two in the lower half of a byte.
 */
public record NibbleBlocks(Rounding rounding) implements Codec {
  private static final int LEVELS = 7;
  private static final int OFFSET = 8;

  @Override
  public String name() {
    return "int4";
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
    return Math.ceilDiv(count, 2) + Math.ceilDiv(count, BlockScale.BLOCK) * Float.BYTES;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count);
  }

  private static final class Packer implements Coder {
    private final NibbleBlocks codec;
    private final long count;
    private final long blocks;
    private final Block numbers = new Block();
    private final byte[] codes = new byte[BlockScale.BLOCK / 2];
    private final int[] levels = new int[BlockScale.BLOCK];

    Packer(NibbleBlocks codec, long count) {
      this.codec = codec;
      this.count = count;
      this.blocks = Math.ceilDiv(count, BlockScale.BLOCK);
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long key = moment.own();
      for (long block = 0; block < blocks; block++) {
        long first = block * BlockScale.BLOCK;
        int some = some(first);
        float largest = PackingKernels.best().largest(input, first * Float.BYTES, some);
        float scale = BlockScale.of(largest, LEVELS);
        BlockScale.store(payload, block, scale);
        numbers.load(input, first, some);
        quantise(BlockScale.divisor(scale), some, key, first);
        MemorySegment.copy(codes, 0, payload, JAVA_BYTE, place(first), Math.ceilDiv(some, 2));
      }
      return codec.payloadBytes(count);
    }

    private void quantise(float divisor, int some, long key, long first) {
      var values = numbers.values();
      levels[(some - 1) | 1] = 0;
      for (int i = 0; i < some; i++) {
        float number = values[i] / divisor;
        levels[i] =
            switch (codec.rounding) {
              case NEAREST -> (int) Math.rint(number);
              case STOCHASTIC ->
                  StochasticLevel.of(number, RandomBits.uniform(key, first + i), LEVELS);
            };
      }
      for (int i = 0; i < some; i += 2) {
        codes[i / 2] = (byte) ((levels[i] + OFFSET) | ((levels[i + 1] + OFFSET) << 4));
      }
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      var values = numbers.values();
      for (long block = 0; block < blocks; block++) {
        long first = block * BlockScale.BLOCK;
        int some = some(first);
        float scale = BlockScale.load(payload, block);
        numbers.load(target, first, some);
        MemorySegment.copy(payload, JAVA_BYTE, place(first), codes, 0, Math.ceilDiv(some, 2));
        boolean outside = false;
        for (int i = 0; i < some; i++) {
          int code = (codes[i / 2] >>> (i % 2 * 4)) & 0xf;
          outside |= code == 0;
          values[i] += weight * (scale * (code - OFFSET));
        }
        if (outside) {
          throw new MalformedPayloadException(codec.name(), "has the level −8, below −7");
        }
        numbers.store(target, first, some);
      }
    }

    private int some(long first) {
      return (int) Math.min(BlockScale.BLOCK, count - first);
    }

    private long place(long first) {
      return blocks * Float.BYTES + first / 2;
    }
  }
}
