package io.weft.network;

import java.lang.foreign.MemorySegment;

/** Messages to and from one peer, in order within a channel. */
public interface Link {
  /**
   * Starts a message made of the parts in order. The parts must not change until it is taken.
   *
   * @return at once
   */
  Sending send(Channel channel, MemorySegment... parts);

  /**
   * Waits for the next message and stores it in the parts in order, whose sizes must add up to that
   * of the message.
   */
  void receive(Channel channel, Deadline deadline, MemorySegment... parts);
}
