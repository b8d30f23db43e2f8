/**
 * Runs the graph of a step, round after round.
 *
 * <p>Read in this order: {@link io.weft.training.round.Performer} (what does a task), {@link
 * io.weft.training.round.RoundRunner} (when), {@link io.weft.training.round.Admission} (which
 * exchanges start), {@link io.weft.training.round.Witness} (who sees it).
 *
 * <p>Invariant: a task runs after all that it waits for, and of those that could run on a resource
 * the first in the list of the round does.
 */
@NullMarked
package io.weft.training.round;

import org.jspecify.annotations.NullMarked;
