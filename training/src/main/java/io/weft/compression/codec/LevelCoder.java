package io.weft.compression.codec;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * One rank's part in a {@link LevelCodec}. In each step {@link #scale}, of which ranks take the
 * largest, then {@link #levels}. It belongs to one thread at a time and allocates nothing per call.
 */
public interface LevelCoder {
  /**
   * Takes up the input of a step and says which scale would suit it; not finite if something in it
   * is not.
   *
   * @throws NotFiniteInputException if a number is not finite and the scale cannot tell
   */
  float scale(Moment moment, MemorySegment input);

  /**
   * Writes the level of each number, one byte each.
   *
   * @param scale the largest of any rank
   * @param input that of {@link #scale}, unchanged
   */
  void levels(Moment moment, float scale, MemorySegment input, MemorySegment levels);

  /** What a checkpoint must hold, by name, to be read and overwritten in place. */
  default SequencedMap<String, MemorySegment> state() {
    return Collections.emptySortedMap();
  }
}
