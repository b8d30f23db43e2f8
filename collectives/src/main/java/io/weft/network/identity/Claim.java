package io.weft.network.identity;

import java.util.OptionalInt;

/**
 * What one source says.
 *
 * @param evidence the flags or variables it was read from, with their values
 */
record Claim(
    RankSource source,
    int rank,
    int worldSize,
    OptionalInt localRank,
    OptionalInt localWorldSize,
    String evidence) {

  Claim {
    if (worldSize < 1) {
      throw new IllegalArgumentException(
          "a world of %d ranks (%s): give at least 1 rank".formatted(worldSize, evidence));
    }
    if (rank < 0 || rank >= worldSize) {
      throw new IllegalArgumentException(
          "rank %d of %d (%s): ranks of this world are 0 to %d"
              .formatted(rank, worldSize, evidence, worldSize - 1));
    }
    int localMost = localWorldSize.orElse(worldSize);
    if (localMost < 1 || localMost > worldSize) {
      throw new IllegalArgumentException(
          "%d of %d ranks on this node (%s): a node has 1 to %d of them"
              .formatted(localMost, worldSize, evidence, worldSize));
    }
    if (localRank.orElse(0) >= localMost) {
      throw new IllegalArgumentException(
          "local rank %d of %d (%s): local ranks are 0 to %d"
              .formatted(localRank.getAsInt(), localMost, evidence, localMost - 1));
    }
  }

  boolean agreesWith(Claim other) {
    return rank == other.rank && worldSize == other.worldSize;
  }

  @Override
  public String toString() {
    return "%s says rank %d of %d (%s)".formatted(source.label(), rank, worldSize, evidence);
  }
}
