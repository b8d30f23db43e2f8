package io.weft.optimizer;

/**
 * Which parameters an optimizer that scales each by its norm leaves as plain ones: they have the
 * rate itself, and do not decay.
 */
public enum Exempt {
  /**
   * Vectors: biases, and what normalises. Their norms say little, and the authors' own programs
   * leave them out of both (You et al., 2017 and 2020, in their code and not in their text).
   */
  VECTORS,
  /** None, as the papers are written. */
  NONE;

  boolean covers(Shard.Part part) {
    return switch (this) {
      case VECTORS -> part.vector();
      case NONE -> false;
    };
  }
}
