/**
 * Collectives as data: what each rank does, step by step, as a value that can be run, proved,
 * priced and drawn.
 *
 * <p>Read in this order: {@link io.weft.collective.program.Collective} (the question), {@link
 * io.weft.collective.program.Program} and {@link io.weft.collective.program.Step} (the answer, for
 * one rank), {@link io.weft.collective.program.Walk} (what steps mean), {@link
 * io.weft.collective.program.Verifier} and {@link io.weft.collective.program.Price} (two readers).
 *
 * <p>Invariant: everything here is a pure function of its arguments. There are no threads, sockets
 * or clocks in this package.
 */
@NullMarked
package io.weft.collective.program;

import org.jspecify.annotations.NullMarked;
