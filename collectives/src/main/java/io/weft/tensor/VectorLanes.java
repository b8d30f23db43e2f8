package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loop over elements that are lanes: a template of {@link VectorLoop}. A NaN has one form in
 * every result, so that all ranks hold the same bits. To compare and blend each vector would cost
 * as much as the loads; instead a tally adds up all results, and only if it is NaN (so is infinity
 * minus infinity) are they gone over again.
 */
final class VectorLanes {
  private static final VectorLoop.Operation OPERATION =
      VectorLoop.Operation.of(MethodHandles.lookup());
  private static final VectorOperators.Binary OPERATOR = OPERATION.operator();
  private static final VectorSpecies<Object> SPECIES = typed(OPERATION.species());
  private static final Vector<Object> NAN = typed(nanOrZero(OPERATION.species().zero()));
  private static final boolean FLOATING = !NAN.equals(SPECIES.zero());
  private static final Class<? extends Vector<Object>> EXACT = classOf(NAN);
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = SPECIES.vectorByteSize();
  private static final long STRIDE = OPERATION.strideBytes();

  private VectorLanes() {}

  static void pair(MemorySegment target, MemorySegment left, MemorySegment right, long byteCount) {
    long apart = distance(byteCount);
    boolean nanBefore = atFourPlaces(target, left, right, apart);
    boolean nanAfter = fromOnePlace(target, left, right, 4 * apart, byteCount);
    if (nanBefore || nanAfter) {
      canonical(target, byteCount);
    }
  }

  /**
   * How far apart four places are at which to work at a time, 0 for none. That is quicker than one
   * place where the data comes from a cache that cores share, and vectors are so short that few of
   * its lines are under way at once; yet not by multiples of a page, as such lines would drive each
   * other out of a core's own cache.
   */
  private static long distance(long byteCount) {
    boolean shared = byteCount >= 512 << 10 && byteCount <= 8 << 20;
    return WIDTH <= 16 && shared ? byteCount / 4 - 1024 : 0;
  }

  private static boolean atFourPlaces(
      MemorySegment target, MemorySegment left, MemorySegment right, long apart) {
    var tally = zero();
    for (long at = 0; at < apart; at += WIDTH) {
      var first = combine(load(left, at), right, at);
      store(target, at, first);
      long then = at + apart;
      var second = combine(load(left, then), right, then);
      store(target, then, second);
      then += apart;
      var third = combine(load(left, then), right, then);
      store(target, then, third);
      then += apart;
      var fourth = combine(load(left, then), right, then);
      store(target, then, fourth);
      tally = tally(tally(tally, first.add(second)), third.add(fourth));
    }
    return hasNan(tally);
  }

  private static boolean fromOnePlace(
      MemorySegment target, MemorySegment left, MemorySegment right, long from, long to) {
    var tally = zero();
    for (long at = from; at < to; at += WIDTH) {
      var result = combine(load(left, at), right, at);
      store(target, at, result);
      tally = tally(tally, result);
    }
    return hasNan(tally);
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
      var result = combine(a, b, c, d, at);
      store(target, at, result);
      tally = tally(tally, result);
    }
    if (hasNan(tally)) {
      canonical(target, byteCount);
    }
  }

  static void both(MemorySegment left, MemorySegment right, long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += WIDTH) {
      var result = combine(load(left, at), right, at);
      store(left, at, result);
      store(right, at, result);
      tally = tally(tally, result);
    }
    if (hasNan(tally)) {
      canonical(left, byteCount);
      canonical(right, byteCount);
    }
  }

  static void allFour(
      MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment d, long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += WIDTH) {
      var result = combine(a, b, c, d, at);
      store(a, at, result);
      store(b, at, result);
      store(c, at, result);
      store(d, at, result);
      tally = tally(tally, result);
    }
    if (hasNan(tally)) {
      canonical(a, byteCount);
      canonical(b, byteCount);
      canonical(c, byteCount);
      canonical(d, byteCount);
    }
  }

  /** Four vectors a turn: the compiler unrolls the loops above, but none with another inside. */
  static void many(MemorySegment target, MemorySegment[] sources, long byteCount) {
    var tally = zero();
    for (long at = 0; at < byteCount; at += STRIDE) {
      var first = load(sources[0], at);
      var second = load(sources[0], at + WIDTH);
      var third = load(sources[0], at + 2 * WIDTH);
      var fourth = load(sources[0], at + 3 * WIDTH);
      for (int i = 1; i < sources.length; i++) {
        first = combine(first, sources[i], at);
        second = combine(second, sources[i], at + WIDTH);
        third = combine(third, sources[i], at + 2 * WIDTH);
        fourth = combine(fourth, sources[i], at + 3 * WIDTH);
      }
      store(target, at, first);
      store(target, at + WIDTH, second);
      store(target, at + 2 * WIDTH, third);
      store(target, at + 3 * WIDTH, fourth);
      tally = tally(tally(tally, first.add(second)), third.add(fourth));
    }
    if (hasNan(tally)) {
      canonical(target, byteCount);
    }
  }

  /** Not {@code SPECIES.zero()}: around the loop, a known object would stay one in memory. */
  private static Vector<Object> zero() {
    return SPECIES.broadcast(0);
  }

  /** With a cast, as what comes around a loop is only known to be some vector. */
  private static Vector<Object> tally(Vector<Object> tally, Vector<Object> result) {
    return FLOATING ? EXACT.cast(tally).add(result) : tally;
  }

  private static boolean hasNan(Vector<Object> tally) {
    return FLOATING && EXACT.cast(tally).compare(VectorOperators.NE, EXACT.cast(tally)).anyTrue();
  }

  private static void canonical(MemorySegment target, long byteCount) {
    for (long at = 0; at < byteCount; at += WIDTH) {
      var value = load(target, at);
      store(target, at, value.blend(NAN, value.compare(VectorOperators.NE, value)));
    }
  }

  private static Vector<Object> load(MemorySegment source, long at) {
    return SPECIES.fromMemorySegment(VectorLoop.NATIVE.cast(source), at, ORDER);
  }

  private static Vector<Object> combine(Vector<Object> left, MemorySegment right, long at) {
    return left.lanewise(OPERATOR, load(right, at));
  }

  private static Vector<Object> combine(
      MemorySegment first,
      MemorySegment second,
      MemorySegment third,
      MemorySegment fourth,
      long at) {
    return combine(combine(combine(load(first, at), second, at), third, at), fourth, at);
  }

  private static void store(MemorySegment target, long at, Vector<Object> value) {
    value.intoMemorySegment(VectorLoop.NATIVE.cast(target), at, ORDER);
  }

  /** Zero for integers, which need no canonical form. */
  private static Vector<?> nanOrZero(Vector<?> zero) {
    return switch (zero) {
      case FloatVector floats -> floats.broadcast(Float.NaN);
      case DoubleVector doubles -> doubles.broadcast(Double.NaN);
      default -> zero;
    };
  }

  @SuppressWarnings("unchecked") // one loop handles one species, so its lanes always match
  private static VectorSpecies<Object> typed(VectorSpecies<?> species) {
    return (VectorSpecies<Object>) species;
  }

  @SuppressWarnings("unchecked") // as above
  private static Vector<Object> typed(Vector<?> vector) {
    return (Vector<Object>) vector;
  }

  @SuppressWarnings("unchecked") // as above
  private static Class<? extends Vector<Object>> classOf(Vector<Object> vector) {
    return (Class<? extends Vector<Object>>) vector.getClass();
  }
}
