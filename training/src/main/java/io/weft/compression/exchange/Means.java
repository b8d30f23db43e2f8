package io.weft.compression.exchange;

import java.lang.foreign.Arena;

/**
 * What the coders of a bucket share.
 *
 * @param arena owns all that they keep
 */
record Means(Gaps gaps, Refusals refusals, Arena arena) {}
