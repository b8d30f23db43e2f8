package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** Block by block through heap arrays; every source of a block is read before it is written. */
final class PlainKernels implements Kernels {
  static final PlainKernels SHARED = new PlainKernels();

  /** About 60 KB for a thread that has used every element type. */
  private static final ThreadLocal<Map<ElementType, Block>> BLOCKS =
      ThreadLocal.withInitial(() -> new EnumMap<>(ElementType.class));

  private PlainKernels() {}

  @Override
  public void reduce(
      ElementType type, Reduction reduction, MemorySegment target, MemorySegment... sources) {
    Operands.checkReduce(type, target, sources);
    reduceFrom(0, type, reduction, target, sources);
  }

  /** Reduces the elements from a byte offset on, which is a whole number of elements. */
  void reduceFrom(
      long start,
      ElementType type,
      Reduction reduction,
      MemorySegment target,
      MemorySegment[] sources) {
    long end = target.byteSize();
    if (sources.length == 1) {
      MemorySegment.copy(sources[0], start, target, start, end - start);
      return;
    }
    Block block = block(type);
    int step = block.capacity() * type.byteCount();
    for (long offset = start; offset < end; offset += step) {
      int bytes = (int) Math.min(step, end - offset);
      block.load(sources[0], offset, bytes / type.byteCount());
      for (int i = 1; i < sources.length; i++) {
        block.combine(reduction, sources[i], offset);
      }
      block.store(target, offset);
    }
  }

  @Override
  public void divide(ElementType type, MemorySegment target, long divisor) {
    Operands.checkDivide(type, target, divisor);
    Block block = block(type);
    int step = block.capacity() * type.byteCount();
    long end = target.byteSize();
    for (long offset = 0; offset < end; offset += step) {
      int bytes = (int) Math.min(step, end - offset);
      block.load(target, offset, bytes / type.byteCount());
      block.divide(divisor);
      block.store(target, offset);
    }
  }

  @Override
  public void convert(
      ElementType from, MemorySegment source, ElementType to, MemorySegment target) {
    Operands.checkConvert(from, source, to, target);
    var block = (FloatBlock) block(from);
    var format = ((FloatBlock) block(to)).format();
    long count = source.byteSize() / from.byteCount();
    for (long first = 0; first < count; first += block.capacity()) {
      int some = (int) Math.min(block.capacity(), count - first);
      block.load(source, first * from.byteCount(), some);
      block.storeAs(format, target, first * to.byteCount());
    }
  }

  private static Block block(ElementType type) {
    return BLOCKS.get().computeIfAbsent(type, PlainKernels::newBlock);
  }

  private static Block newBlock(ElementType type) {
    return switch (type) {
      case FP32 -> new FloatBlock(new FloatFormat.Fp32());
      case FP64 -> new DoubleBlock();
      case FP16 -> new FloatBlock(new FloatFormat.Fp16());
      case BF16 -> new FloatBlock(new FloatFormat.Bf16());
      case INT8 -> new ByteBlock();
      case INT32 -> new IntBlock();
      case INT64 -> new LongBlock();
    };
  }
}
