package io.weft.tensor;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * One operator on one element type, over the first bytes of native segments. Many such loops are
 * made from one text, in a way that the compiler of the JVM calls for; {@code ReductionBenchmark}
 * pays for it, as it measures each loop after all the others have run.
 *
 * <ol>
 *   <li>A vector operation becomes one instruction only where species and operator are constants,
 *       such as static final fields. Each loop is therefore a hidden class of its own: the bytes of
 *       a template, with an {@link Operation} as class data. That spares twenty hand-written
 *       copies; a loop that switches on the operator is much slower in cache.
 *   <li>It is called by a method handle that is no constant, which is never inlined. Inlined beside
 *       a busier loop, its parts count as rare and stay calls.
 *   <li>It casts its segments to {@link #NATIVE}. Otherwise their class comes from a profile that
 *       all vector code of the process shares, and any heap segment elsewhere (the Vector API makes
 *       some itself, before it is compiled) slows it down.
 * </ol>
 */
final class VectorLoop {
  /** Of every native segment, mapped ones included. */
  static final Class<? extends MemorySegment> NATIVE = MemorySegment.NULL.getClass();

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodType PAIR =
      MethodType.methodType(
          void.class, MemorySegment.class, MemorySegment.class, MemorySegment.class, long.class);
  private static final MethodType FOUR =
      PAIR.insertParameterTypes(3, MemorySegment.class, MemorySegment.class);
  private static final MethodType BOTH = PAIR.dropParameterTypes(0, 1);
  private static final MethodType ALL_FOUR = FOUR.dropParameterTypes(0, 1);
  private static final MethodType MANY =
      MethodType.methodType(void.class, MemorySegment.class, MemorySegment[].class, long.class);

  private final long strideBytes;
  private final MethodHandle pair;
  private final MethodHandle four;
  private final MethodHandle many;
  private final MethodHandle both;
  private final MethodHandle allFour;

  /** What a loop finds as its class data. */
  record Operation(VectorSpecies<?> species, VectorOperators.Binary operator) {
    /** Four vectors: what one turn covers of the loop that does most in a turn. */
    long strideBytes() {
      return 4L * species.vectorByteSize();
    }

    /** The operation of the loop whose own lookup this is. */
    static Operation of(MethodHandles.Lookup own) {
      try {
        return MethodHandles.classData(own, "_", Operation.class);
      } catch (IllegalAccessException e) {
        throw new AssertionError("a loop gave a lookup that is not its own", e);
      }
    }
  }

  /** A copy of the template, whose static methods are named as those below. */
  VectorLoop(Class<?> template, Operation operation) {
    strideBytes = operation.strideBytes();
    try (var stream = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      if (stream == null) {
        throw new AssertionError("the class file of " + template + " is not where it was loaded");
      }
      var own = LOOKUP.defineHiddenClassWithClassData(stream.readAllBytes(), operation, true);
      pair = own.findStatic(own.lookupClass(), "pair", PAIR);
      four = own.findStatic(own.lookupClass(), "four", FOUR);
      many = own.findStatic(own.lookupClass(), "many", MANY);
      both = own.findStatic(own.lookupClass(), "both", BOTH);
      allFour = own.findStatic(own.lookupClass(), "allFour", ALL_FOUR);
    } catch (IOException | ReflectiveOperationException e) {
      throw new AssertionError("cannot make a " + operation + " loop of " + template, e);
    }
  }

  /** The byte counts given below are multiples of it; a power of two. */
  long strideBytes() {
    return strideBytes;
  }

  /** The target may be exactly the memory of either source. */
  void pair(MemorySegment target, MemorySegment left, MemorySegment right, long byteCount) {
    try {
      pair.invokeExact(target, left, right, byteCount);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /**
   * As {@link #many} of four sources, and a third quicker: what a loop over segments looks up for
   * each of them in every turn, this one has in registers.
   */
  void four(MemorySegment target, MemorySegment[] sources, long byteCount) {
    try {
      four.invokeExact(target, sources[0], sources[1], sources[2], sources[3], byteCount);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** The target may be exactly the memory of any source. */
  void many(MemorySegment target, MemorySegment[] sources, long byteCount) {
    try {
      many.invokeExact(target, sources, byteCount);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** As {@link #pair}, with both as targets. */
  void both(MemorySegment left, MemorySegment right, long byteCount) {
    try {
      both.invokeExact(left, right, byteCount);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** As {@link #four}, with all sources as targets. */
  void allFour(MemorySegment[] sources, long byteCount) {
    try {
      allFour.invokeExact(sources[0], sources[1], sources[2], sources[3], byteCount);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> throw new AssertionError("a loop declares no checked exception", thrown);
    };
  }
}
