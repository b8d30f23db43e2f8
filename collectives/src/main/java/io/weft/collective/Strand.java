package io.weft.collective;

import io.weft.network.Purpose;

/**
 * Operations that follow one another on one thread: it numbers them and owns the memory they work
 * in. A rank has one for its plain calls and one for each operation that it has started.
 */
final class Strand implements AutoCloseable {
  private final long first;
  private final long numbersMost;
  private final int priority;
  private final Scratch scratch;
  private final Purpose purpose;
  private final Count count;
  private boolean ended;

  /** How many operations there have been, for all purposes together. */
  private static final class Count {
    long used;
  }

  private Strand(
      long first, long numbersMost, int priority, Scratch scratch, Purpose purpose, Count count) {
    this.first = first;
    this.numbersMost = numbersMost;
    this.priority = priority;
    this.scratch = scratch;
    this.purpose = purpose;
    this.count = count;
  }

  /** Numbers operations in the order of calls. */
  static Strand plain(Scratch scratch) {
    return new Strand(0, Long.MAX_VALUE, 0, scratch, Purpose.CALL, new Count());
  }

  /** Numbers operations by their key, and in the order of calls under it. */
  static Strand keyed(OperationKey key, int priority, Scratch scratch) {
    return new Strand(
        key.packed(), OperationKey.OPERATIONS_MOST, priority, scratch, Purpose.STEP, new Count());
  }

  /** The same plain calls, of which those made here are for another purpose. */
  Strand counting(Purpose other) {
    return isKeyed() ? this : new Strand(first, numbersMost, priority, scratch, other, count);
  }

  /** Other plain calls, for the purpose of these. */
  Strand sameFor(Strand calls) {
    return calls.counting(purpose);
  }

  boolean isKeyed() {
    return first < 0;
  }

  /** The number of the next operation. */
  long next() {
    checkRunning();
    if (count.used == numbersMost) {
      throw new IllegalStateException(
          "more than %d operations under one key: start the rest under another"
              .formatted(numbersMost));
    }
    long number = first + count.used++;
    return isKeyed() ? number : purpose.numbered(number);
  }

  void checkRunning() {
    if (ended) {
      throw new IllegalStateException(
          "the operation %s has ended: use its communicator only inside it"
              .formatted(OperationKey.words(first)));
    }
  }

  int priority() {
    return priority;
  }

  Scratch scratch() {
    return scratch;
  }

  /** Nothing follows; the memory goes back to where it came from. */
  @Override
  public void close() {
    ended = true;
  }
}
