package io.weft.network;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;

/** Memory of one rank that its neighbours read and write directly, in one operation at a time. */
public interface SharedMemory {
  /**
   * What a rank lends: memory laid out as its caller has it, or a packed copy of the part that an
   * operation is at.
   *
   * @param input the read-only memory that some operations have
   */
  record Loan(MemorySegment input, MemorySegment data, boolean packed) {}

  /** Whether another rank is a neighbour. */
  boolean isSharedWith(int rank);

  /** New memory that peers can reach; empty if there is none left. It lives as long as its user. */
  Optional<MemorySegment> allocate(long byteCount);

  /** Likewise, for the copy of a portion, for which room is kept. */
  Optional<MemorySegment> allocateCopy(long byteCount);

  /** Whether peers can reach memory where it is. */
  boolean reaches(MemorySegment memory);

  /**
   * How many bytes of each rank an operation deals with at a time, the same on all ranks: memory
   * that cannot be reached is copied to where it can, and that copy should stay in a cache.
   */
  long portionBytes();

  /**
   * Opens own memory to the others until the operation ends. What becomes visible when is a matter
   * of signals sent and received afterwards.
   */
  void lend(Key key, Loan loan);

  /** The memory that a peer has lent; to be asked for only after a signal of that peer. */
  Loan borrow(int peer, Key key);

  /** Ends the lending. */
  void takeBack(Key key);

  /** The most that a rank can {@link #show} the others; 0 where it cannot. */
  long shownBytesMost();

  /**
   * Comes together with all ranks: each shows the others something small and gets to see what they
   * show. For one thread of each rank; all take the same turns. The ticket is presented as if it
   * were to open a channel.
   *
   * @param own as long on all ranks
   * @param meanwhile what is done once this rank has shown its own: the others need a moment anyway
   * @return what each rank shows; that of others stays until the next call
   */
  MemorySegment[] show(Ticket ticket, MemorySegment own, Duration timeout, Runnable meanwhile);

  /**
   * Counts bytes that an operation has moved from and to the memory of other ranks.
   *
   * @param ofThemLoaded those that were read there
   */
  void moved(Key key, long byteCount, long ofThemLoaded);
}
