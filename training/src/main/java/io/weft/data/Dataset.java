package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Samples by number. Any of them may be read by any thread at any time. */
public interface Dataset {
  /** How many there are. */
  long samples();

  SampleShape shape();

  /**
   * Writes one sample.
   *
   * @param inputs one for each of its inputs, exactly as long
   * @param labels exactly as long as the labels of one sample
   */
  void read(long sample, List<MemorySegment> inputs, MemorySegment labels);
}
