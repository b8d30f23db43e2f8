package io.weft.strategy.term;

/** How well a default is established. */
public enum Evidence {
  /** Our own decision, or read in the authors' code or documents. */
  READ,
  /** From memory or by analogy: check against the paper before claiming conformance. */
  UNVERIFIED
}
