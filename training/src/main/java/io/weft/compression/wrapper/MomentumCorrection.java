package io.weft.compression.wrapper;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Error feedback of gradients with momentum: u = mu + g; v = v + u; q = C(v); v = v − q; and u is 0
 * where a sparse codec sent something, lest old momentum be added twice (Lin et al., Deep Gradient
 * Compression, 2018, section 3: momentum correction and momentum factor masking).
 *
 * @param momentum m
 */
public record MomentumCorrection(Codec codec, float momentum) implements Wrapping {
  public MomentumCorrection {
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException(
          "a momentum of %s: at least 0 and below 1".formatted(momentum));
    }
  }

  @Override
  public Codec fitted(Extent tensor) {
    return new MomentumCorrection(codec.fitted(tensor), momentum);
  }

  @Override
  public Codec forgetful() {
    return codec.forgetful();
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Corrected(this, count, arena);
  }

  private static final class Corrected implements Coder {
    private final MomentumCorrection codec;
    private final long count;
    private final Coder inner;
    private final MemorySegment velocity;
    private final MemorySegment residual;
    private final MemorySegment sent;
    private final Block first = new Block();
    private final Block second = new Block();
    private final Block third = new Block();

    Corrected(MomentumCorrection codec, long count, Arena arena) {
      this.codec = codec;
      this.count = count;
      this.inner = codec.codec.open(count, arena);
      this.velocity = arena.allocate(JAVA_FLOAT, count);
      this.residual = arena.allocate(JAVA_FLOAT, count);
      this.sent = arena.allocate(JAVA_FLOAT, count);
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      gather(input);
      long written = inner.encode(moment, residual, payload);
      inner.decode(moment, payload.asSlice(0, written), sent);
      settle();
      return written;
    }

    private void gather(MemorySegment input) {
      for (long at = 0; at < count; at += Block.CAPACITY) {
        int some = Block.count(at, count);
        first.load(velocity, at, some);
        second.load(input, at, some);
        third.load(residual, at, some);
        pile(first.values(), second.values(), third.values(), codec.momentum, some);
        first.store(velocity, at, some);
        third.store(residual, at, some);
      }
    }

    private static void pile(float[] u, float[] g, float[] v, float momentum, int some) {
      for (int i = 0; i < some; i++) {
        u[i] = momentum * u[i] + g[i];
        v[i] = v[i] + u[i];
      }
    }

    private void settle() {
      for (long at = 0; at < count; at += Block.CAPACITY) {
        int some = Block.count(at, count);
        first.load(velocity, at, some);
        second.load(sent, at, some);
        third.load(residual, at, some);
        third.add(second, -1, some);
        third.store(residual, at, some);
        if (codec.sparse()) {
          mask(first.values(), second.values(), some);
          first.store(velocity, at, some);
        }
      }
    }

    private static void mask(float[] u, float[] q, int some) {
      for (int i = 0; i < some; i++) {
        u[i] = q[i] == 0 ? u[i] : 0;
      }
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      inner.accumulate(moment, payload, weight, target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var own = new LinkedHashMap<String, MemorySegment>();
      own.put("velocity", velocity);
      own.put("residual", residual);
      return Wrapping.joined(inner.state(), own);
    }
  }
}
