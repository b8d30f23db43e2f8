package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One rank's memory for a benchmark. Inputs are small whole numbers that depend on rank and index,
 * so that a contribution that is missing, doubled or misplaced shows, and sums are exact in every
 * type and order.
 */
final class Workload {
  private static final int ROOT = 0;

  private final Communicator communicator;
  private final Operation operation;
  private final Reduction reduction;
  private final long[] counts;
  private final Tensor all;
  private final Tensor other;

  /**
   * Sets memory aside in an arena that the caller closes.
   *
   * @param count elements of the whole data; a multiple of the number of ranks
   */
  Workload(
      Communicator communicator,
      Operation operation,
      Reduction reduction,
      ElementType type,
      long count,
      Arena arena) {
    this.communicator = communicator;
    this.operation = operation;
    this.reduction = reduction;
    this.counts = Layout.split(count, communicator.ranks());
    this.all = new Tensor(arena.allocate(count * type.byteCount(), 64), type, count);
    long extra = operation == Operation.ALL_TO_ALL ? count : 0;
    this.other = new Tensor(arena.allocate(extra * type.byteCount(), 64), type, extra);
  }

  /** Does the operation once on whatever the memory holds. */
  void operate() {
    switch (operation) {
      case ALL_REDUCE -> communicator.allReduce(all, reduction);
      case REDUCE_SCATTER -> communicator.reduceScatter(all, reduction);
      case ALL_GATHER -> communicator.allGather(all);
      case BROADCAST -> communicator.broadcast(all, ROOT);
      case REDUCE -> communicator.reduce(all, reduction, ROOT);
      case GATHER -> communicator.gather(own(), counts, all, ROOT);
      case SCATTER -> communicator.scatter(all, counts, own(), ROOT);
      case ALL_TO_ALL -> communicator.allToAll(other, all);
      case BARRIER -> communicator.barrier();
    }
  }

  private Tensor own() {
    return all.slice(offset(), counts[communicator.rank()]);
  }

  private long offset() {
    return LongStream.of(counts).limit(communicator.rank()).sum();
  }

  /** Zeros, of which any number of operations makes zeros again. */
  void clear() {
    all.segment().fill((byte) 0);
    other.segment().fill((byte) 0);
  }

  /** What this rank brings to the checked run. */
  void fill() {
    int rank = communicator.rank();
    var source = operation == Operation.ALL_TO_ALL ? other : all;
    for (long i = 0; i < source.count(); i++) {
      Element.set(source, i, value(rank, i));
    }
  }

  /** How many elements of the checked run are not what the operation is defined to give. */
  long wrong() {
    int rank = communicator.rank();
    long size = all.count() / communicator.ranks();
    return switch (operation) {
      case ALL_REDUCE -> wrong(0, all.count(), this::folded);
      case REDUCE -> wrong(0, rank == ROOT ? all.count() : 0, this::folded);
      case REDUCE_SCATTER -> wrong(offset(), own().count(), this::folded);
      case ALL_GATHER -> wrong(0, all.count(), index -> value((int) (index / size), index));
      case GATHER ->
          wrong(0, rank == ROOT ? all.count() : 0, index -> value((int) (index / size), index));
      case BROADCAST -> wrong(0, all.count(), index -> value(ROOT, index));
      case SCATTER -> wrong(offset(), own().count(), index -> value(ROOT, index));
      case ALL_TO_ALL ->
          wrong(0, all.count(), index -> value((int) (index / size), rank * size + index % size));
      case BARRIER -> 0;
    };
  }

  private interface Expected {
    double at(long index);
  }

  private long wrong(long first, long count, Expected expected) {
    return LongStream.range(first, first + count)
        .filter(index -> Element.get(all, index) != expected.at(index))
        .count();
  }

  private double value(int rank, long index) {
    if (!operation.reduces()) {
      return (rank * 31L + index) % 101;
    }
    return reduction == Reduction.PRODUCT
        ? ((rank + index) % 5 == 0 ? 2 : 1)
        : 1 + (rank * 7L + index * 3) % 4;
  }

  private double folded(long index) {
    int ranks = communicator.ranks();
    var values = IntStream.range(0, ranks).mapToDouble(rank -> value(rank, index));
    return switch (reduction) {
      case SUM -> Element.rounded(all.type(), values.sum());
      case MEAN -> Element.mean(all.type(), values.sum(), ranks);
      case MIN -> values.min().orElse(0);
      case MAX -> values.max().orElse(0);
      case PRODUCT -> Element.rounded(all.type(), values.reduce(1, (a, b) -> a * b));
    };
  }

  /** Single elements of any type, as doubles. */
  private static final class Element {
    private Element() {}

    static double get(Tensor tensor, long index) {
      MemorySegment memory = tensor.segment();
      return switch (tensor.type()) {
        case FP32 -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
        case FP64 -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
        case FP16 -> Float.float16ToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, index));
        case BF16 -> Float.intBitsToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, index) << 16);
        case INT8 -> memory.get(ValueLayout.JAVA_BYTE, index);
        case INT32 -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
        case INT64 -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
      };
    }

    static void set(Tensor tensor, long index, double value) {
      MemorySegment memory = tensor.segment();
      switch (tensor.type()) {
        case FP32 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
        case FP64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
        case FP16 ->
            memory.setAtIndex(ValueLayout.JAVA_SHORT, index, Float.floatToFloat16((float) value));
        case BF16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, bfloat16((float) value));
        case INT8 -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) (long) value);
        case INT32 -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) (long) value);
        case INT64 -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, (long) value);
      }
    }

    private static short bfloat16(float value) {
      int bits = Float.floatToRawIntBits(value);
      return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
    }

    /** The value as the type stores it. */
    static double rounded(ElementType type, double value) {
      return switch (type) {
        case FP64 -> value;
        case FP32 -> (float) value;
        case FP16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
        case BF16 -> Float.intBitsToFloat(bfloat16((float) value) << 16);
        case INT8 -> (byte) (long) value;
        case INT32 -> (int) (long) value;
        case INT64 -> (long) value;
      };
    }

    static double mean(ElementType type, double sum, int ranks) {
      return switch (type) {
        case INT8, INT32, INT64 -> Math.floor(rounded(type, sum) / ranks);
        case FP64 -> sum / ranks;
        case FP32, FP16, BF16 -> rounded(type, (float) rounded(type, sum) / (float) ranks);
      };
    }
  }
}
