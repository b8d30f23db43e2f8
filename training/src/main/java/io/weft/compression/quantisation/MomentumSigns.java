package io.weft.compression.quantisation;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Sends the signs of c = β₁m + (1 − β₁)g and makes m β₂m + (1 − β₂)g. */
final class MomentumSigns implements Coder {
  private final Codec codec;
  private final long count;
  private final LionMomentum momentum;
  private final Coder signs;

  /** m is 0. */
  MomentumSigns(Codec codec, long count, float beta1, float beta2, Arena arena) {
    this.codec = codec;
    this.count = count;
    this.momentum = new LionMomentum(count, beta1, beta2, arena);
    this.signs = new Sign.Packer(codec, count);
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkEncode(codec, count, input, payload);
    Operands.checkFinite(codec.name(), moment, input);
    return signs.encode(moment, momentum.follow(input), payload);
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    signs.accumulate(moment, payload, weight, target);
  }

  @Override
  public SequencedMap<String, MemorySegment> state() {
    var state = new LinkedHashMap<String, MemorySegment>();
    state.put("momentum", momentum.momentum());
    return state;
  }
}
