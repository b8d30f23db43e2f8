package io.weft.network.socket;

import java.nio.ByteBuffer;

/** A connection that takes whatever is written, and to which nothing else matters. */
public interface Swallowing extends Connection {
  @Override
  default void write(ByteBuffer... sources) {
    for (var source : sources) {
      source.position(source.limit());
    }
  }

  @Override
  default int sendBufferBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  default boolean isWithinHost() {
    return false;
  }

  @Override
  default void shutdownOutput() {}

  @Override
  default void close() {}
}
