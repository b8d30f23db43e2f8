package io.weft.compression.codec;

import java.lang.foreign.MemorySegment;

/** A coder whose payloads hold ascending positions of 4 bytes each, one after the other. */
public interface Positioned {
  /** Where in a payload that it has written the positions begin, in bytes. */
  long positionsOffset();

  /** How many positions there are in a payload that it has written. */
  long positionsCount(MemorySegment payload);
}
