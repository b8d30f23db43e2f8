package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One rank's memory for a benchmark. Inputs are small whole numbers that depend on rank and index,
 * so that a contribution that is missing, doubled or misplaced shows, and sums are exact in every
 * type and order.
 */
final class Workload implements Exercise {
  static final int ROOT = 0;

  /** After so many elements the values of every rank begin again, whatever the reduction. */
  private static final int PERIOD = 20;

  private final Communicator communicator;
  private final Operation operation;
  private final Reduction reduction;
  private final long[] counts;
  private final Tensor all;
  private final Tensor other;

  /** What the first elements come to when all ranks are combined; the others repeat it. */
  private final double[] folded;

  /**
   * Sets memory aside.
   *
   * @param count elements of the whole data; a multiple of the number of ranks
   */
  Workload(
      Communicator communicator,
      Operation operation,
      Reduction reduction,
      long count,
      Supply memory) {
    this.communicator = communicator;
    this.operation = operation;
    this.reduction = reduction;
    this.counts = Layout.split(count, communicator.ranks());
    this.all = memory.tensor(count);
    this.other = memory.tensor(operation == Operation.ALL_TO_ALL ? count : 0);
    this.folded = IntStream.range(0, PERIOD).mapToDouble(this::fold).toArray();
  }

  @Override
  public void operate() {
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

  @Override
  public void spoil() {
    if (communicator.rank() == 0) {
      Element.spoil(all);
    }
  }

  @Override
  public void close() {}

  @Override
  public void clear() {
    all.segment().fill((byte) 0);
    other.segment().fill((byte) 0);
  }

  @Override
  public void fill() {
    int rank = communicator.rank();
    var source = operation == Operation.ALL_TO_ALL ? other : all;
    for (long i = 0; i < source.count(); i++) {
      Element.set(source, i, value(rank, i));
    }
  }

  @Override
  public long wrong() {
    int rank = communicator.rank();
    long size = all.count() / communicator.ranks();
    return switch (operation) {
      case ALL_REDUCE -> wrong(0, all.count(), this::expected);
      case REDUCE -> wrong(0, rank == ROOT ? all.count() : 0, this::expected);
      case REDUCE_SCATTER -> wrong(offset(), own().count(), this::expected);
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
      return Element.value(rank, index);
    }
    return reduction == Reduction.PRODUCT
        ? ((rank + index) % 5 == 0 ? 2 : 1)
        : 1 + (rank * 7L + index * 3) % 4;
  }

  private double expected(long index) {
    return folded[(int) (index % PERIOD)];
  }

  private double fold(int index) {
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
}
