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
 * of which becomes an fp32 by blanking the other, so lanes are never reordered. A NaN is given its
 * one form as in {@link VectorLanes}; until then it stays one, as it comes from an element and so
 * has nothing in its lower half that rounding could carry upwards.
 */
final class VectorHalves {
  private static final VectorOperators.Binary OPERATOR =
      VectorLoop.Operation.of(MethodHandles.lookup()).operator();
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = SPECIES.vectorByteSize();
  private static final IntVector UPPER = IntVector.broadcast(SPECIES, 0xffff_0000);
  private static final IntVector BELOW_HALF = IntVector.broadcast(SPECIES, 0x7fff);
  private static final IntVector ONE = IntVector.broadcast(SPECIES, 1);

  private VectorHalves() {}

  static void pair(MemorySegment target, MemorySegment left, MemorySegment right, long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(left, at);
      var other = load(right, at);
      var upper = combine(upper(lanes), upper(other));
      var lower = combine(lower(lanes), lower(other));
      store(target, at, joined(upper, lower));
      tally = tally(tally, upper, lower);
    }
    if (hasNan(tally)) {
      canonical(target, byteCount);
    }
  }

  static void four(
      MemorySegment target,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      MemorySegment d,
      long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += WIDTH) {
      var first = load(a, at);
      var second = load(b, at);
      var third = load(c, at);
      var fourth = load(d, at);
      var upper = combine(upper(first), upper(second), upper(third), upper(fourth));
      var lower = combine(lower(first), lower(second), lower(third), lower(fourth));
      store(target, at, joined(upper, lower));
      tally = tally(tally, upper, lower);
    }
    if (hasNan(tally)) {
      canonical(target, byteCount);
    }
  }

  static void both(MemorySegment left, MemorySegment right, long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(left, at);
      var other = load(right, at);
      var upper = combine(upper(lanes), upper(other));
      var lower = combine(lower(lanes), lower(other));
      var sum = joined(upper, lower);
      store(left, at, sum);
      store(right, at, sum);
      tally = tally(tally, upper, lower);
    }
    if (hasNan(tally)) {
      canonical(left, byteCount);
      canonical(right, byteCount);
    }
  }

  /** Copies the sum: C2 gives up inlining just before the stores to three more places. */
  static void allFour(
      MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment d, long byteCount) {
    for (long at = 0; at < byteCount; at += Kernels.CACHED_BYTES) {
      long some = Math.min(Kernels.CACHED_BYTES, byteCount - at);
      var sum = a.asSlice(at, some);
      four(sum, sum, b.asSlice(at, some), c.asSlice(at, some), d.asSlice(at, some), some);
      MemorySegment.copy(a, at, b, at, some);
      MemorySegment.copy(a, at, c, at, some);
      MemorySegment.copy(a, at, d, at, some);
    }
  }

  static void many(MemorySegment target, MemorySegment[] sources, long byteCount) {
    var tally = zero();
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
      tally = tally(tally, upper, lower);
    }
    if (hasNan(tally)) {
      canonical(target, byteCount);
    }
  }

  private static FloatVector zero() {
    return FloatVector.broadcast(FLOATS, 0);
  }

  private static FloatVector tally(FloatVector tally, FloatVector upper, FloatVector lower) {
    return tally.add(upper.add(lower));
  }

  private static boolean hasNan(FloatVector tally) {
    return tally.compare(VectorOperators.NE, tally).anyTrue();
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

  private static FloatVector combine(FloatVector a, FloatVector b, FloatVector c, FloatVector d) {
    return combine(combine(combine(a, b), c), d);
  }

  private static void store(MemorySegment target, long at, IntVector lanes) {
    lanes.intoMemorySegment(VectorLoop.NATIVE.cast(target), at, ORDER);
  }

  private static IntVector joined(FloatVector upper, FloatVector lower) {
    return rounded(upper).and(UPPER).or(rounded(lower).lanewise(VectorOperators.LSHR, 16));
  }

  /** To nearest even, as in {@link FloatFormat.Bf16}; what is left in the lower half is noise. */
  private static IntVector rounded(FloatVector value) {
    var bits = value.reinterpretAsInts();
    return bits.add(BELOW_HALF).add(bits.lanewise(VectorOperators.LSHR, 16).and(ONE));
  }

  private static void canonical(MemorySegment target, long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var lanes = load(target, at);
      store(target, at, joined(canonical(upper(lanes)), canonical(lower(lanes))));
    }
  }

  private static FloatVector canonical(FloatVector value) {
    return value.blend(Float.NaN, value.compare(VectorOperators.NE, value));
  }
}
