package io.weft.network;

import java.util.Optional;

/** One rank's connections to all others. Its methods are for all threads. */
public interface Transport extends AutoCloseable {
  int rank();

  /** How many ranks there are. */
  int ranks();

  /**
   * Begins this rank's part in an operation. Several may be open at a time, each for a thread of
   * its own.
   */
  Channel open(Ticket ticket);

  /** Memory shared with some other ranks or all, where there is such a thing. */
  Optional<SharedMemory> sharedMemory();

  /**
   * Bytes that this rank has given to the network so far, or moved from and to the memory of other
   * processes of its host; where ranks are threads, what is in their messages.
   */
  default long wireBytes() {
    return traffic().sent();
  }

  /** What this rank has sent and received so far. */
  Traffic traffic();

  /**
   * Lets the others know that this rank cannot go on, and why, unless there has been a failure that
   * they know of. Whatever is under way fails on all ranks, and nothing can follow. Where ranks are
   * threads of one process they hear of it in another way, and this does nothing.
   */
  default void giveUp(String why) {}

  /** Ends this rank's part; peers that wait for it get a {@link PeerLostException}. */
  @Override
  void close();
}
