package io.weft.collective;

import io.weft.network.SharedMemory;
import io.weft.network.shared.SharedMemoryException;
import java.lang.foreign.MemorySegment;

/**
 * Memory that peers can reach, for copies of a caller's memory that they cannot. Kept between
 * operations; it grows once, from what small operations need to a whole portion.
 */
final class Staging {
  private static final long SMALLEST_BYTES = 16 << 10;

  private MemorySegment memory = MemorySegment.NULL;

  MemorySegment atLeast(long byteCount, SharedMemory shared) {
    if (memory.byteSize() < byteCount) {
      long whole = Math.max(byteCount, shared.portionBytes() + SMALLEST_BYTES);
      long size = byteCount <= SMALLEST_BYTES ? SMALLEST_BYTES : whole;
      memory =
          shared
              .allocateCopy(size)
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
