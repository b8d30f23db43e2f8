package io.weft.plan;

import io.weft.strategy.Strategy;
import java.util.Optional;

/**
 * A strategy in a ranking.
 *
 * @param outlook empty if it was not simulated
 * @param reason what its step consists of, or why it was not ranked
 */
public record Candidate(
    Strategy strategy, Standing standing, Optional<Outlook> outlook, String reason) {
  /** What became of it. */
  public enum Standing {
    /** Simulated, and it can be trained with. */
    RANKED,
    /** Slower in closed form than those that were simulated. */
    LEFT_OUT,
    /** It can be simulated, and not be trained with yet. */
    UNTRAINABLE,
    /** It does not fit, or cannot be simulated. */
    IMPOSSIBLE
  }
}
