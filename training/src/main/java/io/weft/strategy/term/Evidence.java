package io.weft.strategy.term;

/** How well a default or a citation is established. */
public enum Evidence {
  /** Our own decision, or read in the authors' code, documents or a page about the paper. */
  READ,
  /** From memory or by analogy: check against the paper before claiming conformance. */
  UNVERIFIED
}
