package io.weft.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Off-heap memory that is kept between operations and grows to what the largest one needs. Owned by
 * one rank; peers in the same process read it while they receive.
 */
final class Scratch implements AutoCloseable {
  private Arena arena = Arena.ofShared();
  private MemorySegment memory = MemorySegment.NULL;
  private final Staging staging = new Staging();

  MemorySegment atLeast(long byteCount) {
    if (memory.byteSize() < byteCount) {
      arena.close();
      arena = Arena.ofShared();
      memory = arena.allocate(byteCount, 64);
    }
    return memory;
  }

  /** Likewise, for copies that peers can reach. */
  Staging staging() {
    return staging;
  }

  @Override
  public void close() {
    arena.close();
    memory = MemorySegment.NULL;
  }
}
