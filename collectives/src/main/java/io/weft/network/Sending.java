package io.weft.network;

/** A message under way. */
public interface Sending {
  /** Whether its memory may change again. */
  boolean isTaken();

  /** Waits until its memory may change again. */
  void await(Deadline deadline);
}
