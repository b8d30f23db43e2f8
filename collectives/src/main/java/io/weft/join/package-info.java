/**
 * How a process becomes a rank: who it is, who the others are, and a communicator of all of them.
 *
 * <p>Read in this order: {@link io.weft.join.Join} (the way in), {@link io.weft.join.JoinOptions}
 * (what a process must know), {@link io.weft.join.Rank} (what it gets), {@link
 * io.weft.join.Agreement} (what rank 0 decides for all), {@link io.weft.join.MachineCosts} (what
 * links were measured to cost).
 *
 * <p>Invariant: whatever the choice of algorithms depends on, which ranks share a host and what
 * links cost, is decided by rank 0 and sent to the others before the first operation, so that all
 * ranks choose alike whatever lies on their disks.
 */
@NullMarked
package io.weft.join;

import org.jspecify.annotations.NullMarked;
