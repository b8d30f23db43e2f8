package io.weft.network.shared;

import java.lang.foreign.MemorySegment;

/** The memory through which the ranks of a host meet: bells, rings, and a board. */
public final class Commons {
  private final MemorySegment memory;
  private final int ranks;
  private final Sleep sleep;

  public Commons(MemorySegment memory, int ranks) {
    this(memory, ranks, Sleep.ofSystem());
  }

  Commons(MemorySegment memory, int ranks, Sleep sleep) {
    this.memory = memory;
    this.ranks = ranks;
    this.sleep = sleep;
  }

  /** What so many ranks need. */
  public static long byteCount(int ranks) {
    return boardStart(ranks) + Board.byteCount(ranks);
  }

  private static long boardStart(int ranks) {
    return ranks * Bell.BYTES + (long) ranks * ranks * Ring.BYTES;
  }

  /** The bell of a rank. */
  public Bell bell(int rank) {
    return new Bell(memory.asSlice(rank * Bell.BYTES, Bell.BYTES), sleep, ranks);
  }

  /** The notes from one rank to another. */
  public Ring ring(int from, int to) {
    long index = (long) from * ranks + to;
    return new Ring(memory.asSlice(ranks * Bell.BYTES + index * Ring.BYTES, Ring.BYTES));
  }

  /** What all ranks show each other. */
  public Board board() {
    return new Board(memory.asSlice(boardStart(ranks), Board.byteCount(ranks)), ranks);
  }
}
