package io.weft.command;

import io.weft.join.JoinOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many ranks a command has: as many as it is told to start, or as the job has it is part of.
 */
final class RankCount {
  private static final int MOST = 256;

  private RankCount() {}

  /**
   * @param ranks what {@code --ranks} says, if anything
   * @param least how few the command can do with
   * @param usual how many there are if nothing else is said
   */
  static int of(@Nullable Integer ranks, Optional<JoinOptions> joining, int least, int usual) {
    int world = joining.isPresent() ? ofJob(ranks, joining.get()) : ranks == null ? usual : ranks;
    if (world < least || world > MOST) {
      throw new IllegalArgumentException(
          "--ranks %d: give %d to %d ranks".formatted(world, least, MOST));
    }
    return world;
  }

  private static int ofJob(@Nullable Integer ranks, JoinOptions joining) {
    var identity = joining.identity();
    if (ranks != null && ranks != identity.worldSize()) {
      throw new IllegalArgumentException(
          "--ranks %d, but %s says %d: leave out --ranks"
              .formatted(ranks, identity.source().label(), identity.worldSize()));
    }
    return identity.worldSize();
  }
}
