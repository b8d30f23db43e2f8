/**
 * Which gradients travel together, at first and after the first rounds have shown more.
 *
 * <p>Read in this order: {@link io.weft.training.bucket.Grouping} (what is wished for), {@link
 * io.weft.training.bucket.Pieces} (a plan as graphs see it), {@link
 * io.weft.training.bucket.Regrouping} (another plan from what was measured).
 *
 * <p>Invariant: all ranks have the same plan at all times; what was measured decides on rank 0
 * only.
 */
@NullMarked
package io.weft.training.bucket;

import org.jspecify.annotations.NullMarked;
