/**
 * Memory that processes of one host have in common, and how they wait for each other in it.
 *
 * <p>Read in this order: {@link io.weft.network.shared.Region} (a file that several processes have
 * mapped), {@link io.weft.network.shared.Commons} (the one through which all ranks of a host meet),
 * {@link io.weft.network.shared.Neighbours} (which ranks those are), {@link
 * io.weft.network.shared.Ring} (notes from one rank to another in it), {@link
 * io.weft.network.shared.Board} (pages on which each shows something to all), {@link
 * io.weft.network.shared.Bell} (how a rank sleeps until there is one), {@link
 * io.weft.network.shared.Pulse} (how it shows that it lives), {@link
 * io.weft.network.shared.Segments} (memory of a rank that others read and write in place), {@link
 * io.weft.network.shared.Allowance} (how much of it there may be), {@link
 * io.weft.network.shared.Leftovers} (what killed processes leave behind).
 *
 * <p>Invariant "wake-ups": whoever publishes passes a full fence before it looks whether anybody
 * sleeps, and whoever goes to sleep passes one between saying so and looking again, so one of the
 * two always sees the other. No sleep is longer than 100 ms all the same, and {@link
 * io.weft.network.shared.Bell#overslept} counts those that only the clock ended: there are none.
 *
 * <p>Invariant "files": a file is reserved by writing it, because a mapped page that the system
 * cannot provide ends the process; and it has no name any more as soon as all have mapped it.
 */
@NullMarked
package io.weft.network.shared;

import org.jspecify.annotations.NullMarked;
