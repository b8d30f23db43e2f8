package io.weft.network;

import java.lang.foreign.MemorySegment;

/** Memory of one rank that others read and write directly, for the time of one operation. */
public interface SharedMemory {
  /**
   * Opens own memory to the others until the operation ends. What becomes visible when is a matter
   * of signals sent and received afterwards.
   */
  void lend(Key key, MemorySegment... memory);

  /** The memory that a peer has lent; to be asked for only after a signal of that peer. */
  MemorySegment[] borrow(int peer, Key key);

  /** Ends the lending. */
  void takeBack(Key key);
}
