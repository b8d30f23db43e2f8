package io.weft.trainer;

import io.weft.data.Position;

/**
 * Where a step leads.
 *
 * @param step its number, from 1
 * @param before the position of its first batch
 * @param after that of the batch after its last
 */
public record Stride(long step, Position before, Position after) {}
