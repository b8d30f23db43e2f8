package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Elements.Form;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Does one operation on known inputs and compares with the definition. Inputs depend on rank and
 * index and are small whole numbers, so every order of additions is exact and a contribution that
 * is missing, doubled or misplaced shows.
 *
 * @param length of the whole data; for all-to-all rounded down to equal blocks
 */
record Oracle(
    Operation operation, int root, ElementType type, Reduction reduction, Form form, int length) {

  static Oracle of(Operation operation, int root, int length) {
    return new Oracle(operation, root, ElementType.FP32, Reduction.SUM, Form.SEGMENT, length);
  }

  /** Runs this rank's part and checks what it ends with. */
  void check(Communicator communicator) {
    int rank = communicator.rank();
    int ranks = communicator.ranks();
    long[] counts = Layout.split(length, ranks);
    switch (operation) {
      case ALL_REDUCE -> {
        var data = filled(rank, length);
        communicator.allReduce(data, reduction);
        expect(data, index -> folded(ranks, index));
      }
      case REDUCE_SCATTER -> {
        var own = communicator.reduceScatter(filled(rank, length), reduction);
        assertThat(own.count()).isEqualTo(counts[rank]);
        expect(own, index -> folded(ranks, (int) offset(counts, rank) + index));
      }
      case REDUCE -> {
        var data = filled(rank, length);
        communicator.reduce(data, reduction, root);
        expect(data, index -> rank == root ? folded(ranks, index) : value(rank, index));
      }
      case BROADCAST -> {
        var data = filled(rank, length);
        communicator.broadcast(data, root);
        expect(data, index -> value(root, index));
      }
      case ALL_GATHER -> {
        var all = Elements.allocate(form, type, length);
        communicator.allGather(block(rank, counts), counts, all);
        expect(all, index -> value(owner(counts, index), index));
      }
      case GATHER -> {
        var own = block(rank, counts);
        var all = Elements.allocate(form, type, rank == root ? length : 0);
        communicator.gather(own, counts, all, root);
        expect(all, index -> value(owner(counts, index), index));
        expect(own, index -> value(rank, (int) offset(counts, rank) + index));
      }
      case SCATTER -> {
        var own = Elements.allocate(form, type, (int) counts[rank]);
        communicator.scatter(filled(rank, length), counts, own, root);
        expect(own, index -> value(root, (int) offset(counts, rank) + index));
      }
      case ALL_TO_ALL -> {
        int size = length / ranks;
        var output = Elements.allocate(form, type, size * ranks);
        communicator.allToAll(filled(rank, size * ranks), output);
        expect(output, index -> value(index / size, rank * size + index % size));
      }
      case BARRIER -> communicator.barrier();
    }
  }

  private Tensor filled(int rank, int count) {
    var tensor = Elements.allocate(form, type, count);
    IntStream.range(0, count).forEach(i -> Elements.set(tensor, i, value(rank, i)));
    return tensor;
  }

  /** This rank's block of data that is numbered throughout. */
  private Tensor block(int rank, long[] counts) {
    int first = (int) offset(counts, rank);
    var tensor = Elements.allocate(form, type, (int) counts[rank]);
    IntStream.range(0, (int) counts[rank])
        .forEach(i -> Elements.set(tensor, i, value(rank, first + i)));
    return tensor;
  }

  private interface Expected {
    double at(int index);
  }

  private void expect(Tensor actual, Expected expected) {
    for (int i = 0; i < actual.count(); i++) {
      double found = Elements.get(actual, i);
      if (found != expected.at(i)) {
        throw new AssertionError(
            "%s: element %d is %s and should be %s".formatted(this, i, found, expected.at(i)));
      }
    }
  }

  private static long offset(long[] counts, int rank) {
    return LongStream.of(counts).limit(rank).sum();
  }

  private static int owner(long[] counts, int index) {
    int rank = 0;
    while (index >= offset(counts, rank) + counts[rank]) {
      rank++;
    }
    return rank;
  }

  /** What a rank brings. */
  private double value(int rank, int index) {
    if (!operation.reduces()) {
      return (rank * 31 + index) % 101;
    }
    return reduction == Reduction.PRODUCT
        ? ((rank + index) % 5 == 0 ? 2 : 1)
        : 1 + (rank * 7 + index * 3) % 4;
  }

  private double folded(int ranks, int index) {
    var values = IntStream.range(0, ranks).mapToDouble(rank -> value(rank, index));
    return switch (reduction) {
      case SUM -> values.sum();
      case MIN -> values.min().orElseThrow();
      case MAX -> values.max().orElseThrow();
      case PRODUCT -> values.reduce(1, (a, b) -> a * b);
      case MEAN -> mean(values.sum(), ranks);
    };
  }

  private double mean(double sum, int ranks) {
    var rounded = Elements.allocate(Form.SEGMENT, type, 1);
    Elements.set(
        rounded,
        0,
        switch (type) {
          case INT8, INT32, INT64 -> Math.floor(sum / ranks);
          case FP64 -> sum / ranks;
          case FP32, FP16, BF16 -> (float) sum / (float) ranks;
        });
    return Elements.get(rounded, 0);
  }
}
