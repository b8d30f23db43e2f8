package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
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
  private final float beta1;
  private final float beta2;
  private final MemorySegment momentum;
  private final MemorySegment direction;
  private final Coder signs;
  private final Block old = new Block();
  private final Block taken = new Block();
  private final Block sent = new Block();

  /** m is 0. */
  MomentumSigns(Codec codec, long count, float beta1, float beta2, Arena arena) {
    this.codec = codec;
    this.count = count;
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.momentum = arena.allocate(JAVA_FLOAT, count);
    this.direction = arena.allocate(JAVA_FLOAT, count);
    this.signs = new Sign.Packer(codec, count);
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkEncode(codec, count, input, payload);
    Operands.checkFinite(codec, moment, input);
    for (long first = 0; first < count; first += Block.CAPACITY) {
      int some = Block.count(first, count);
      old.load(momentum, first, some);
      taken.load(input, first, some);
      follow(old.values(), taken.values(), beta1, sent.values(), some);
      sent.store(direction, first, some);
      follow(old.values(), taken.values(), beta2, old.values(), some);
      old.store(momentum, first, some);
    }
    return signs.encode(moment, direction, payload);
  }

  private static void follow(float[] mean, float[] taken, float beta, float[] target, int some) {
    for (int i = 0; i < some; i++) {
      target[i] = beta * mean[i] + (1 - beta) * taken[i];
    }
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    signs.accumulate(moment, payload, weight, target);
  }

  @Override
  public SequencedMap<String, MemorySegment> state() {
    var state = new LinkedHashMap<String, MemorySegment>();
    state.put("momentum", momentum);
    return state;
  }
}
