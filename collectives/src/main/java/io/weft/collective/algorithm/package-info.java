/**
 * The catalogue of collective algorithms: one file each, a pure function from a collective and a
 * rank to that rank's program.
 *
 * <p>Read {@link io.weft.collective.algorithm.Ring} first, then {@link
 * io.weft.collective.algorithm.Ordered} (the same bytes, one order of additions for all sizes),
 * {@link io.weft.collective.algorithm.HalvingDoubling} and {@link
 * io.weft.collective.algorithm.DoubleTree}; {@link io.weft.collective.algorithm.Algorithms} lists
 * all, and {@link io.weft.collective.algorithm.Choice} picks one by price.
 *
 * <p>Notation in the costs: n ranks, S bytes of data, α, β, γ as in {@link
 * io.weft.collective.program.LinkCosts}; bytes are those that the busiest rank sends.
 *
 * <p>Invariant: every algorithm is proved by {@link io.weft.collective.program.Verifier} for every
 * operation it admits and all n up to 64 before it is released.
 */
@NullMarked
package io.weft.collective.algorithm;

import org.jspecify.annotations.NullMarked;
