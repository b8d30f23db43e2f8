package io.weft.network.shared;

import java.lang.foreign.MemorySegment;

/** The memory through which the ranks of a host meet: bells, pulses, rings, and a board. */
public final class Commons {
  private final MemorySegment memory;
  private final int ranks;
  private final Sleep sleep;
  private final long ringBytes;

  /** For all rings together, where this leaves each the least it needs. */
  private static final long ROOM_BYTES = 8 << 20;

  public Commons(MemorySegment memory, int ranks) {
    this(memory, ranks, Sleep.ofSystem());
  }

  Commons(MemorySegment memory, int ranks, Sleep sleep) {
    this.memory = memory;
    this.ranks = ranks;
    this.sleep = sleep;
    this.ringBytes = ringBytes(ranks);
  }

  /** What so many ranks need. */
  public static long byteCount(int ranks) {
    return boardStart(ranks) + Board.byteCount(ranks);
  }

  private static long boardStart(int ranks) {
    return ranks * (Bell.BYTES + Pulse.BYTES) + (long) ranks * ranks * ringBytes(ranks);
  }

  private static long ringBytes(int ranks) {
    long room = Long.highestOneBit(ROOM_BYTES / ((long) ranks * ranks));
    return Ring.byteCount(Math.clamp(room, Ring.ROOM_BYTES_LEAST, Ring.ROOM_BYTES_MOST));
  }

  /** The bell of a rank. */
  public Bell bell(int rank) {
    return new Bell(memory.asSlice(rank * Bell.BYTES, Bell.BYTES), sleep, ranks);
  }

  /** The pulse of a rank. */
  public Pulse pulse(int rank) {
    return new Pulse(memory.asSlice(ranks * Bell.BYTES + rank * Pulse.BYTES, Pulse.BYTES));
  }

  /** The notes from one rank to another. */
  public Ring ring(int from, int to) {
    long index = (long) from * ranks + to;
    long first = ranks * (Bell.BYTES + Pulse.BYTES);
    return new Ring(memory.asSlice(first + index * ringBytes, ringBytes));
  }

  /** What all ranks show each other. */
  public Board board() {
    return new Board(memory.asSlice(boardStart(ranks), Board.byteCount(ranks)), ranks);
  }
}
