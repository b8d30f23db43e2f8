package io.weft.compression.codec;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * Encodes and decodes runs of floats of one length, with what it remembers from step to step. It
 * belongs to one thread at a time and allocates nothing per call.
 *
 * <p>A number that is not finite never goes unnoticed. Where the payload can tell, something that
 * is not finite is decoded in its place or in its whole block; where it may not, since it consists
 * of signs or of numbers chosen blindly, encoding is refused.
 */
public interface Coder {
  /**
   * Writes the payload of the input, which stays as it is.
   *
   * @param payload at least {@link Codec#payloadBytes} long
   * @return how many bytes were written
   * @throws NotFiniteInputException if a number is not finite and the payload cannot tell
   */
  long encode(Moment moment, MemorySegment input, MemorySegment payload);

  /**
   * Adds the decoded numbers, each multiplied by the weight, to the target.
   *
   * @param moment that of encoding; the rank in it does not matter
   * @param payload exactly what was written, of any rank
   * @throws MalformedPayloadException if no encoder can have written these bytes; the target may
   *     then have been changed in part
   */
  void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target);

  /** Overwrites the target with the decoded numbers. */
  default void decode(Moment moment, MemorySegment payload, MemorySegment target) {
    target.fill((byte) 0);
    accumulate(moment, payload, 1, target);
  }

  /** What a checkpoint must hold, by name, to be read and overwritten in place. */
  default SequencedMap<String, MemorySegment> state() {
    return Collections.emptySortedMap();
  }
}
