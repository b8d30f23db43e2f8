package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The loop over elements that are lanes: a template of {@link VectorLoop}. */
final class VectorLanes {
  private static final VectorLoop.Operation OPERATION =
      VectorLoop.Operation.of(MethodHandles.lookup());
  private static final VectorOperators.Binary OPERATOR = OPERATION.operator();
  private static final VectorSpecies<Object> SPECIES = typed(OPERATION.species());
  private static final Vector<Object> NAN = typed(nanOrZero(OPERATION.species().zero()));
  private static final boolean FLOATING = !NAN.equals(SPECIES.zero());
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = SPECIES.vectorByteSize();
  private static final long STRIDE = OPERATION.strideBytes();

  private VectorLanes() {}

  static void pair(MemorySegment target, MemorySegment left, MemorySegment right, long byteCount) {
    for (long at = 0; at < byteCount; at += STRIDE) {
      store(target, at, combine(load(left, at), right, at));
      store(target, at + WIDTH, combine(load(left, at + WIDTH), right, at + WIDTH));
      store(target, at + 2 * WIDTH, combine(load(left, at + 2 * WIDTH), right, at + 2 * WIDTH));
      store(target, at + 3 * WIDTH, combine(load(left, at + 3 * WIDTH), right, at + 3 * WIDTH));
    }
  }

  static void four(
      MemorySegment target,
      MemorySegment first,
      MemorySegment second,
      MemorySegment third,
      MemorySegment fourth,
      long byteCount) {
    for (long at = 0; at < byteCount; at += STRIDE) {
      store(target, at, combine(first, second, third, fourth, at));
      store(target, at + WIDTH, combine(first, second, third, fourth, at + WIDTH));
      store(target, at + 2 * WIDTH, combine(first, second, third, fourth, at + 2 * WIDTH));
      store(target, at + 3 * WIDTH, combine(first, second, third, fourth, at + 3 * WIDTH));
    }
  }

  static void many(MemorySegment target, MemorySegment[] sources, long byteCount) {
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
    canonical(value).intoMemorySegment(VectorLoop.NATIVE.cast(target), at, ORDER);
  }

  private static Vector<Object> canonical(Vector<Object> value) {
    return FLOATING ? value.blend(NAN, value.compare(VectorOperators.NE, value)) : value;
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
}
