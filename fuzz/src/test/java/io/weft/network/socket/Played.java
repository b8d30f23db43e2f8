package io.weft.network.socket;

import java.nio.ByteBuffer;

/** A connection that plays back what it was given, ends then, and swallows what is written. */
public final class Played implements Swallowing {
  private final ByteBuffer bytes;

  public Played(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  @Override
  public synchronized int read(ByteBuffer target) {
    if (!bytes.hasRemaining()) {
      return -1;
    }
    int count = Math.min(target.remaining(), bytes.remaining());
    target.put(bytes.slice(bytes.position(), count));
    bytes.position(bytes.position() + count);
    return count;
  }

  @Override
  public synchronized int available() {
    return bytes.remaining();
  }

  @Override
  public String toString() {
    return "a connection that is played";
  }
}
