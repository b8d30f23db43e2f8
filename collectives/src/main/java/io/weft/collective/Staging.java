package io.weft.collective;

import io.weft.network.SharedMemory;
import io.weft.network.shared.SharedMemoryException;
import java.lang.foreign.MemorySegment;

/**
 * Memory that peers can reach, for copies of a caller's memory that they cannot. Kept between
 * operations; it grows to what the largest portion needs.
 */
final class Staging {
  private static final long SMALLEST_BYTES = 64 << 10;

  private MemorySegment memory = MemorySegment.NULL;

  MemorySegment atLeast(long byteCount, SharedMemory shared) {
    if (memory.byteSize() < byteCount) {
      long size = Math.max(SMALLEST_BYTES, Long.highestOneBit(2 * byteCount - 1));
      memory =
          shared
              .allocate(size)
              .orElseThrow(
                  () ->
                      new SharedMemoryException(
                          "no %d bytes of shared memory are left: %s"
                              .formatted(
                                  size, "make room in /dev/shm, or set WEFT_TRANSPORT=tcp")));
    }
    return memory;
  }
}
