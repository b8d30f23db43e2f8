package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;

/** What is measured. */
public sealed interface Subject {
  /** As it is written on a command line: {@code all-reduce}. */
  String label();

  /** How elements are combined; {@code none} where they are not. */
  String reductionLabel();

  /** The rank that is special; -1 where there is none. */
  int root();

  /** What each link must carry per byte of data at least. */
  double busFactor(int ranks);

  /** The name of the algorithm that the communicator takes for it. */
  String algorithm(Communicator communicator, ElementType type, long count);

  /** What part of the time of one run counts. */
  double share();

  /**
   * Sets memory aside.
   *
   * @param count elements of the whole data; a multiple of the number of ranks
   */
  Exercise exercise(Communicator communicator, long count, Supply memory);

  /** A collective operation. */
  record Together(Operation operation, Reduction reduction) implements Subject {
    @Override
    public String label() {
      return operation.label();
    }

    @Override
    public String reductionLabel() {
      return operation.reduces() ? reduction.label() : "none";
    }

    @Override
    public int root() {
      return operation.rooted() ? Workload.ROOT : -1;
    }

    @Override
    public double busFactor(int ranks) {
      double share = (ranks - 1) / (double) ranks;
      return switch (operation) {
        case ALL_REDUCE -> 2 * share;
        case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER -> share;
        case BROADCAST, REDUCE -> 1;
        case BARRIER -> 0;
      };
    }

    @Override
    public String algorithm(Communicator communicator, ElementType type, long count) {
      return communicator.algorithm(operation, type, count);
    }

    @Override
    public double share() {
      return 1;
    }

    @Override
    public Exercise exercise(Communicator communicator, long count, Supply memory) {
      return new Workload(communicator, operation, reduction, count, memory);
    }
  }

  /** A message each way between two ranks; the other ranks look on. */
  record Messages(int from, int to, Order order) implements Subject {
    /** When the second one is sent. */
    public enum Order {
      /** Once the first has come: a message is timed as half of the way there and back. */
      IN_TURN,
      /** With the first. */
      AT_ONCE
    }

    @Override
    public String label() {
      return order == Order.IN_TURN ? "send" : "cross";
    }

    @Override
    public String reductionLabel() {
      return "none";
    }

    @Override
    public int root() {
      return -1;
    }

    @Override
    public double busFactor(int ranks) {
      return 1;
    }

    @Override
    public String algorithm(Communicator communicator, ElementType type, long count) {
      return order == Order.IN_TURN ? PingPong.ALGORITHM : "swap";
    }

    @Override
    public double share() {
      return order == Order.IN_TURN ? 0.5 : 1;
    }

    @Override
    public Exercise exercise(Communicator communicator, long count, Supply memory) {
      return new PingPong(communicator, this, count, memory);
    }
  }
}
