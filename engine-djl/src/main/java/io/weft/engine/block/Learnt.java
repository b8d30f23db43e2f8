package io.weft.engine.block;

import java.lang.foreign.MemorySegment;

/** What a network has learnt: the elements of its weights and statistics, off the heap. */
public interface Learnt {
  MemorySegment values(Weight weight);

  MemorySegment values(Statistic statistic);
}
