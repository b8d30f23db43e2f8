package io.weft.plan;

import io.weft.strategy.Strategy;

/** What a step takes, in closed form or by events. */
public record Estimate(Strategy strategy, double seconds) {}
