package io.weft.compression;

/** How the largest numbers of ranks become the largest of their sum. */
public enum Merging {
  /**
   * Ranks merge their k largest pair by pair and keep the k largest of what that gives (Shi et al.,
   * A Distributed Synchronous SGD Algorithm with Global Top-k Sparsification for Low Bandwidth
   * Networks, 2019).
   */
  PAIRS("g-top-k"),
  /**
   * Each rank adds up one region of everybody's k largest, and the largest sums are spread (Li and
   * Hoefler, Near-Optimal Sparse Allreduce for Distributed Deep Learning, 2022).
   */
  REGIONS("ok-top-k");

  private final String label;

  Merging(String label) {
    this.label = label;
  }

  /** As in a strategy line. */
  public String label() {
    return label;
  }
}
