package io.weft.simulation;

import io.weft.schedule.graph.Phase;

/** What an exchange of all ranks costs each of them. */
public interface ExchangeCosts {
  /** How many take part. */
  int ranks();

  /** {@code tensors} is how many the bytes belong to. */
  Cost of(Phase phase, double bytes, int tensors);

  /** Ranks swap lists of so many bytes in pairs, until what each knows has come to all. */
  Cost ofPairs(double bytes, int tensors);
}
