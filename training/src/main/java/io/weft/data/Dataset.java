package io.weft.data;

import java.lang.foreign.MemorySegment;

/** Samples by number. Any of them may be read by any thread at any time. */
public interface Dataset {
  /** How many there are. */
  long samples();

  SampleShape shape();

  /** Labels are at least 0 and below this. */
  int classes();

  /**
   * Writes one sample.
   *
   * @param input exactly as long as the inputs of one sample
   * @param labels exactly as long as the labels of one sample
   */
  void read(long sample, MemorySegment input, MemorySegment labels);
}
