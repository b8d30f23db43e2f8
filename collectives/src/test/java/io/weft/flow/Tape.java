package io.weft.flow;

import io.weft.network.socket.Connection;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A connection that records what is written and plays back what it was given. */
final class Tape implements Connection {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final ByteBuffer played;

  private Tape(byte[] played) {
    this.played = ByteBuffer.wrap(played);
  }

  static Tape blank() {
    return new Tape(new byte[0]);
  }

  static Tape of(byte[] bytes) {
    return new Tape(bytes);
  }

  byte[] recorded() {
    return written.toByteArray();
  }

  @Override
  public int read(ByteBuffer target) {
    if (!played.hasRemaining()) {
      return -1;
    }
    int count = Math.min(target.remaining(), played.remaining());
    target.put(played.slice(played.position(), count));
    played.position(played.position() + count);
    return count;
  }

  @Override
  public int available() {
    return played.remaining();
  }

  @Override
  public void write(ByteBuffer... sources) {
    for (var source : sources) {
      var bytes = new byte[source.remaining()];
      source.get(bytes);
      written.writeBytes(bytes);
    }
  }

  @Override
  public int sendBufferBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public boolean isWithinHost() {
    return false;
  }

  @Override
  public void shutdownOutput() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return "a tape";
  }
}
