/**
 * Codecs that send factors of a matrix.
 *
 * <p>Read in this order: {@link io.weft.compression.lowrank.PowerSgd} (two factors, one after the
 * other), {@link io.weft.compression.lowrank.AlternatingPower} (one in each step), {@code Factors}
 * (a matrix and its factors). {@link io.weft.compression.lowrank.Atomo} sends factors that each
 * rank chooses by itself.
 *
 * <p>Invariant: whatever a rank computes from sums is the same on all ranks, so all that factor
 * together hold the same factors.
 */
@NullMarked
package io.weft.compression.lowrank;

import org.jspecify.annotations.NullMarked;
