package io.weft.compression.sparsification;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Positioned;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The k largest magnitudes, exactly, with their positions; of equals the first (Aji and Heafield,
 * Sparse Communication for Distributed Gradient Descent, 2017, whose threshold is sampled). Found
 * in four passes. Meant to be used with error feedback.
 *
 * <p>Payload: 8k bytes.
 */
public record TopK(Density density) implements Codec {
  @Override
  public String name() {
    return "top-k";
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
    return density.of(count) * SparseList.ENTRY_BYTES;
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Selector(this, Operands.count(name(), count), new SparseList(name()));
  }

  private record Selector(TopK codec, long count, SparseList list) implements Coder, Positioned {
    @Override
    public long positionsOffset() {
      return 0;
    }

    @Override
    public long positionsCount(MemorySegment payload) {
      return codec.density.of(count);
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long k = codec.density.of(count);
      if (k > 0) {
        int least = list.magnitudes().select(input, k);
        list.write(input, least, list.magnitudes().ties(), payload, 0, k);
      }
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      list.add(payload, 0, codec.density.of(count), weight, target);
    }
  }
}
