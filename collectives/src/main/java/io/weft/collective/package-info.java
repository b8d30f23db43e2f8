/**
 * Who adds what to what: collectives on tensors.
 *
 * <p>Read in this order: {@link io.weft.collective.Communicator} (what a rank can do with the
 * others), {@link io.weft.collective.World} (many ranks in one process), {@link
 * io.weft.collective.Plan} (a call made ready to run), {@link io.weft.collective.OnArrival} (what
 * is added as it comes), {@link io.weft.collective.ProgramRunner} (how a program meets memory and
 * network), {@link io.weft.collective.Hazards} (what its steps may not overtake). What a program
 * is, is told in {@code io.weft.collective.program}; the algorithms that write programs are in
 * {@code io.weft.collective.algorithm}.
 *
 * <p>Invariant: the same operation on the same inputs gives the same bits on all ranks and from run
 * to run.
 */
@NullMarked
package io.weft.collective;

import org.jspecify.annotations.NullMarked;
