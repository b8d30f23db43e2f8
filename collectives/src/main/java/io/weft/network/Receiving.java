package io.weft.network;

/** A message that is to come. */
public interface Receiving {
  /** Waits until it lies in its memory. */
  void await(Deadline deadline);
}
