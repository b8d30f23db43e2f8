package io.weft.plan;

import io.weft.strategy.Strategy;
import java.util.Optional;

/**
 * A strategy in a ranking.
 *
 * @param outlook empty if it cannot run here
 * @param reason what its step consists of, or why it cannot run
 */
public record Candidate(Strategy strategy, Optional<Outlook> outlook, String reason) {}
