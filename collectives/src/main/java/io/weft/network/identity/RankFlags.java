package io.weft.network.identity;

import org.jspecify.annotations.Nullable;

/**
 * What the command line says of a rank; null for a flag that is not given.
 *
 * @param rank {@code --rank R}
 * @param world {@code --world N}
 * @param master {@code --master HOST:PORT}
 * @param bind {@code --bind ADDR[,ADDR…]}
 */
public record RankFlags(
    @Nullable Integer rank,
    @Nullable Integer world,
    @Nullable String master,
    @Nullable String bind) {
  public static final RankFlags NONE = new RankFlags(null, null, null, null);

  public RankFlags {
    if (rank == null && world != null) {
      throw new IllegalArgumentException("--world %d without --rank: give both".formatted(world));
    }
  }
}
