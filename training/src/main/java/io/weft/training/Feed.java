package io.weft.training;

import io.weft.model.Batch;

/** Gives a rank its batches. */
public interface Feed {
  /**
   * A batch and what it counts.
   *
   * @param weight its samples by those of all micro-steps and ranks of the step; weights of a step
   *     add up to 1
   */
  record Portion(Batch batch, double weight) {}

  /**
   * What this rank learns from next. Asked for once each, in order; the memory of a batch is used
   * until the next one is asked for.
   *
   * @param step from 0
   * @param micro which of the step, from 0
   */
  Portion next(long step, int micro);

  /** What this rank counts among so many where their state is averaged; shares add up to 1. */
  default double share(int ranks) {
    return 1.0 / ranks;
  }

  /** The most samples that a step has on this rank, in all its micro-steps; 0 if nobody knows. */
  default int samplesMost() {
    return 0;
  }
}
