/**
 * Codecs that send factors of a matrix.
 *
 * <p>Read in this order: {@link io.weft.compression.lowrank.PowerSgd} (two factors, one after the
 * other), {@link io.weft.compression.lowrank.AlternatingPower} (one in each step), {@code Factors}
 * (a matrix and its factors).
 *
 * <p>Invariant: whatever a rank computes from sums is the same on all ranks, so all hold the same
 * factors.
 */
@NullMarked
package io.weft.compression.lowrank;

import org.jspecify.annotations.NullMarked;
