package io.weft.flow;

import java.lang.foreign.MemorySegment;

/** A large message that an operation has asked a neighbour for, and the memory it comes to. */
final class Arrival {
  private final Parts parts;

  /** Of the thread that takes what has come. */
  private long moved;

  private volatile boolean done;

  Arrival(Parts parts) {
    this.parts = parts;
  }

  long byteCount() {
    return parts.byteCount();
  }

  /** Whether there is memory for as much as this. */
  boolean fits(long byteCount) {
    return byteCount <= byteCount() - moved;
  }

  /** Takes in the next piece; whether it was the last. */
  boolean take(MemorySegment piece) {
    parts.take(moved, piece);
    moved += piece.byteSize();
    done = moved == byteCount();
    return done;
  }

  boolean isDone() {
    return done;
  }
}
