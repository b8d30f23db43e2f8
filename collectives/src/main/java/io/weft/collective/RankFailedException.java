package io.weft.collective;

/** A rank of a {@link World} failed; the cause says why. */
public final class RankFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  RankFailedException(int rank, Throwable cause) {
    super("rank %d failed: %s".formatted(rank, cause.getMessage()), cause);
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }
}
