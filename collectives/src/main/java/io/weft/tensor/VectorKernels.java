package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Reductions of native memory by the Vector API. All else is left to the plain twin: what remains
 * after the last whole turn; heap segments, which the loops cannot tell apart without loss; fp16,
 * divisions and conversions, which loops over arrays do well, fp16 with instructions that the
 * Vector API lacks.
 */
final class VectorKernels implements Kernels {
  private static final PlainKernels PLAIN = PlainKernels.SHARED;

  /** Each is made when first needed. */
  private final Map<ElementType, Map<VectorOperators.Binary, VectorLoop>> loops =
      new EnumMap<>(ElementType.class);

  VectorKernels() {
    for (var type : ElementType.values()) {
      loops.put(type, new ConcurrentHashMap<>());
    }
  }

  @Override
  public void reduce(
      ElementType type, Reduction reduction, MemorySegment target, MemorySegment... sources) {
    Operands.checkReduce(type, target, sources);
    boolean fit = sources.length > 1 && type != ElementType.FP16 && allNative(target, sources);
    long done = fit ? reduceWhole(loop(type, operator(reduction)), target, sources) : 0;
    if (done < target.byteSize()) {
      PLAIN.reduceFrom(done, type, reduction, target, sources);
    }
  }

  private static long reduceWhole(VectorLoop loop, MemorySegment target, MemorySegment[] sources) {
    long byteCount = target.byteSize() & -loop.strideBytes();
    if (byteCount == 0) {
      return 0; // Entered mostly for nothing, the loop would be compiled as one that is never run.
    }
    switch (sources.length) {
      case 2 -> loop.pair(target, sources[0], sources[1], byteCount);
      case 4 -> loop.four(target, sources, byteCount);
      default -> loop.many(target, sources, byteCount);
    }
    return byteCount;
  }

  @Override
  public void reduceAll(ElementType type, Reduction reduction, MemorySegment... sources) {
    Operands.checkReduceAll(type, sources);
    boolean fit =
        (sources.length == 2 || sources.length == 4)
            && type != ElementType.FP16
            && allNative(sources[0], sources);
    long done = fit ? reduceAllWhole(loop(type, operator(reduction)), sources) : 0;
    if (done < sources[0].byteSize()) {
      var rest = new MemorySegment[sources.length];
      Arrays.setAll(rest, i -> sources[i].asSlice(done));
      Kernels.super.reduceAll(type, reduction, rest);
    }
  }

  private static long reduceAllWhole(VectorLoop loop, MemorySegment[] sources) {
    long byteCount = sources[0].byteSize() & -loop.strideBytes();
    if (byteCount > 0 && sources.length == 2) {
      loop.both(sources[0], sources[1], byteCount);
    } else if (byteCount > 0) {
      loop.allFour(sources, byteCount);
    }
    return byteCount;
  }

  @Override
  public void divide(ElementType type, MemorySegment target, long divisor) {
    PLAIN.divide(type, target, divisor);
  }

  @Override
  public void convert(
      ElementType from, MemorySegment source, ElementType to, MemorySegment target) {
    PLAIN.convert(from, source, to, target);
  }

  private static boolean allNative(MemorySegment target, MemorySegment[] sources) {
    for (MemorySegment source : sources) {
      if (!source.isNative()) {
        return false;
      }
    }
    return target.isNative();
  }

  private VectorLoop loop(ElementType type, VectorOperators.Binary operator) {
    var ofType = Objects.requireNonNull(loops.get(type));
    var known = ofType.get(operator);
    return known != null ? known : ofType.computeIfAbsent(operator, _ -> newLoop(type, operator));
  }

  private static VectorLoop newLoop(ElementType type, VectorOperators.Binary operator) {
    var template = type == ElementType.BF16 ? VectorHalves.class : VectorLanes.class;
    return new VectorLoop(template, new VectorLoop.Operation(species(type), operator));
  }

  private static VectorSpecies<?> species(ElementType type) {
    return switch (type) {
      case FP32 -> FloatVector.SPECIES_PREFERRED;
      case FP64 -> DoubleVector.SPECIES_PREFERRED;
      case INT8 -> ByteVector.SPECIES_PREFERRED;
      case INT32, FP16, BF16 -> IntVector.SPECIES_PREFERRED;
      case INT64 -> LongVector.SPECIES_PREFERRED;
    };
  }

  private static VectorOperators.Binary operator(Reduction reduction) {
    return switch (reduction) {
      case SUM, MEAN -> VectorOperators.ADD;
      case MIN -> VectorOperators.MIN;
      case MAX -> VectorOperators.MAX;
      case PRODUCT -> VectorOperators.MUL;
    };
  }
}
