package io.weft.network.socket;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An authenticated two-way stream of bytes to one peer. One thread may read while another writes.
 *
 * <p>Its text names both ends, for messages.
 */
public interface Connection extends AutoCloseable {
  /**
   * Waits for at least one byte; the target may be direct or on the heap.
   *
   * @return how many bytes came; −1 at the end of the stream
   */
  int read(ByteBuffer target) throws IOException;

  /** How many bytes a read would get without waiting, as far as that can be said. */
  int available() throws IOException;

  /** Writes everything that the buffers hold, in order. */
  void write(ByteBuffer... sources) throws IOException;

  /**
   * What the system takes in without waiting for the peer, as it says now; it keeps its notes there
   * as well.
   */
  int sendBufferBytes() throws IOException;

  /** Whether both ends are on one host, so that bytes only go from memory to memory. */
  boolean isWithinHost();

  /** No more bytes from here; the peer finds the end of the stream. By the thread that writes. */
  void shutdownOutput() throws IOException;

  /**
   * From any thread; a thread that reads or writes gets an {@link IOException}. Never throws, never
   * waits.
   */
  @Override
  void close();
}
