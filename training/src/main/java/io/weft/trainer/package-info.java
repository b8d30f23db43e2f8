/**
 * The training loop: how long, from which data, with which checkpoints, and who is told what.
 *
 * <p>Read in this order: {@link io.weft.trainer.Trainer} (what is asked for), {@link
 * io.weft.trainer.Listener} (who is told), {@link io.weft.trainer.Result} (what came of it), {@code
 * Loop} (step after step), {@code Timekeeper} (what is decided by the time).
 *
 * <p>Invariant: ranks part at no decision. What is due follows from the number of a step, which all
 * ranks know; what follows from a measurement is decided by rank 0 and travels with a vote that
 * every step takes anyway, or is computed by all ranks from sums that they hold alike.
 */
@NullMarked
package io.weft.trainer;

import org.jspecify.annotations.NullMarked;
