/**
 * What several get of something of which there is not enough for all: links, and cores.
 *
 * <p>Read in this order: {@link io.weft.simulation.sharing.Flow} (one that takes something), {@link
 * io.weft.simulation.sharing.MaxMin} (what each of them gets), {@link
 * io.weft.simulation.sharing.FlowTime} (what a collective takes whose messages share links).
 *
 * <p>Invariant: nobody gets more than it can take, nothing is given away twice, and the same flows
 * in the same order get the same bits.
 */
@NullMarked
package io.weft.simulation.sharing;

import org.jspecify.annotations.NullMarked;
