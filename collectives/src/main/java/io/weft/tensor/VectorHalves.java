package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loop over bf16: a template of {@link VectorLoop}. Every 32-bit lane holds two elements, each
 * of which becomes an fp32 by blanking the other, so lanes are never reordered. Not unrolled: four
 * times the operations are more than C2 inlines in one method, and are slower.
 */
final class VectorHalves {
  private static final VectorOperators.Binary OPERATOR =
      VectorLoop.Operation.of(MethodHandles.lookup()).operator();
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = SPECIES.vectorByteSize();
  private static final int UPPER = 0xffff_0000;

  private VectorHalves() {}

  static void pair(MemorySegment target, MemorySegment left, MemorySegment right, long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(left, at);
      var other = load(right, at);
      var sum = joined(combine(upper(lanes), upper(other)), combine(lower(lanes), lower(other)));
      store(target, at, sum);
    }
  }

  static void four(
      MemorySegment target,
      MemorySegment first,
      MemorySegment second,
      MemorySegment third,
      MemorySegment fourth,
      long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var sum = combine(load(first, at), load(second, at), load(third, at), load(fourth, at));
      store(target, at, sum);
    }
  }

  static void both(MemorySegment left, MemorySegment right, long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(left, at);
      var other = load(right, at);
      var sum = joined(combine(upper(lanes), upper(other)), combine(lower(lanes), lower(other)));
      store(left, at, sum);
      store(right, at, sum);
    }
  }

  static void allFour(
      MemorySegment first,
      MemorySegment second,
      MemorySegment third,
      MemorySegment fourth,
      long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var sum = combine(load(first, at), load(second, at), load(third, at), load(fourth, at));
      store(first, at, sum);
      store(second, at, sum);
      store(third, at, sum);
      store(fourth, at, sum);
    }
  }

  static void many(MemorySegment target, MemorySegment[] sources, long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(sources[0], at);
      var upper = upper(lanes);
      var lower = lower(lanes);
      for (int i = 1; i < sources.length; i++) {
        var other = load(sources[i], at);
        upper = combine(upper, upper(other));
        lower = combine(lower, lower(other));
      }
      store(target, at, joined(upper, lower));
    }
  }

  private static IntVector load(MemorySegment source, long at) {
    return IntVector.fromMemorySegment(SPECIES, VectorLoop.NATIVE.cast(source), at, ORDER);
  }

  private static FloatVector upper(IntVector lanes) {
    return lanes.and(UPPER).reinterpretAsFloats();
  }

  private static FloatVector lower(IntVector lanes) {
    return lanes.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
  }

  private static FloatVector combine(FloatVector left, FloatVector right) {
    return left.lanewise(OPERATOR, right);
  }

  private static IntVector combine(IntVector a, IntVector b, IntVector c, IntVector d) {
    return joined(
        combine(combine(combine(upper(a), upper(b)), upper(c)), upper(d)),
        combine(combine(combine(lower(a), lower(b)), lower(c)), lower(d)));
  }

  private static void store(MemorySegment target, long at, IntVector lanes) {
    lanes.intoMemorySegment(VectorLoop.NATIVE.cast(target), at, ORDER);
  }

  private static IntVector joined(FloatVector upper, FloatVector lower) {
    return rounded(upper).and(UPPER).or(rounded(lower).lanewise(VectorOperators.LSHR, 16));
  }

  /** To nearest even, as in {@link FloatFormat.Bf16}; what is left in the lower half is noise. */
  private static IntVector rounded(FloatVector value) {
    var canonical = value.blend(Float.NaN, value.compare(VectorOperators.NE, value));
    var bits = canonical.reinterpretAsInts();
    return bits.add(0x7fff).add(bits.lanewise(VectorOperators.LSHR, 16).and(1));
  }
}
