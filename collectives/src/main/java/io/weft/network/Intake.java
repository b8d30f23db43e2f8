package io.weft.network;

import java.lang.foreign.MemorySegment;

/**
 * What becomes of the bytes of a message where they arrive. Called by whichever thread has them, by
 * several at once for different bytes.
 */
@FunctionalInterface
public interface Intake {
  /** Bytes that come take the place of those that are there. */
  Intake STORE = (place, came) -> place.copyFrom(came);

  /**
   * A message comes in as many pieces as the network likes. Each but the last of a message is a
   * multiple of this, so that no element is cut.
   */
  int GRAIN_BYTES = 64;

  /**
   * Takes in some bytes of a message, once.
   *
   * @param place where they belong
   * @param came the bytes, as many, which are gone after the call
   */
  void take(MemorySegment place, MemorySegment came);
}
