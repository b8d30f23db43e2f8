package io.weft.network;

import java.lang.foreign.MemorySegment;

/**
 * One rank's part in one operation: its messages to and from the other ranks. Messages from one
 * rank to another arrive in the order in which they were started; signals, which carry no bytes,
 * have an order of their own. For one thread.
 */
public interface Channel extends AutoCloseable {
  /**
   * Starts a message to a peer, made of the parts in order. The parts must not change until it is
   * taken.
   *
   * @return at once, whatever the peer does
   */
  Sending send(int peer, MemorySegment... parts);

  /**
   * Starts to receive the next message of a peer into the parts in order, whose sizes must add up
   * to that of the message. From now on until it has arrived, the parts are the network's.
   *
   * @return at once
   */
  default Receiving receive(int peer, MemorySegment... parts) {
    return receive(peer, Intake.STORE, parts);
  }

  /** As {@link #receive(int, MemorySegment...)}, with a say in what becomes of the bytes. */
  Receiving receive(int peer, Intake intake, MemorySegment... parts);

  /** Sends a signal; returns at once. */
  void signal(int peer);

  /** Waits for the next signal of a peer. */
  void awaitSignal(int peer, Deadline deadline);

  /** Ends this rank's part. Everything that was started has been awaited, or has failed. */
  @Override
  void close();
}
