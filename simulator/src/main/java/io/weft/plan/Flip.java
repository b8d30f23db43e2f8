package io.weft.plan;

import io.weft.strategy.Strategy;

/**
 * Where another strategy becomes the fastest.
 *
 * @param bytesPerSecond the rate between hosts
 */
public record Flip(Strategy strategy, double bytesPerSecond) {}
