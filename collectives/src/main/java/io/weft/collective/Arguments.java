package io.weft.collective;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;

/** What a rank of a group may be given; whatever else is refused with a sentence. */
record Arguments(int rank, int ranks) {
  /** Stands for any thread but the caller's. */
  private static final Thread ANOTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

  /** Threads of the network and of other ranks read and write it. */
  static void checkShareable(Tensor tensor) {
    if (!tensor.segment().isAccessibleBy(ANOTHER_THREAD)) {
      throw new IllegalArgumentException(
          "the tensor's memory belongs to one thread: use Arena.ofShared() or Arena.ofAuto()");
    }
  }

  void checkRank(int number, String what) {
    if (number < 0 || number >= ranks) {
      throw new IllegalArgumentException(
          "%s: %d is not a rank of a group of %d, choose 0 to %d"
              .formatted(what, number, ranks, ranks - 1));
    }
  }

  void checkOwn(Tensor own, long[] counts) {
    checkCounts(counts);
    if (own.count() != counts[rank]) {
      throw new IllegalArgumentException(
          "rank %d has %d elements and counts say %d: pass what counts promise"
              .formatted(rank, own.count(), counts[rank]));
    }
  }

  void checkTotal(String what, Tensor all, long[] counts) {
    checkCounts(counts);
    long total = LongStream.of(counts).sum();
    if (all.count() != total) {
      throw new IllegalArgumentException(
          "%s has %d elements and the blocks of %d ranks need %d"
              .formatted(what, all.count(), ranks, total));
    }
  }

  private void checkCounts(long[] counts) {
    if (counts.length != ranks || LongStream.of(counts).anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException(
          "counts %s: give one length of 0 or more for each of %d ranks"
              .formatted(Arrays.toString(counts), ranks));
    }
  }

  static void checkType(Tensor one, Tensor other) {
    ElementType type = one.type();
    if (type != other.type()) {
      throw new IllegalArgumentException(
          "one tensor is %s and the other %s: use one type"
              .formatted(type.label(), other.type().label()));
    }
  }
}
