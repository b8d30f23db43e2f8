/**
 * What is done with gradients once they have been summed: optimizers on flat memory, and how the
 * rate changes from step to step.
 *
 * <p>Read in this order: {@link io.weft.optimizer.Optimizer} (the settings, a value), {@link
 * io.weft.optimizer.Updater} (the optimizer of one slice of a bucket, with what it remembers),
 * {@link io.weft.optimizer.Shard} (which slice), then one of them, such as {@link
 * io.weft.optimizer.AdamW} or {@link io.weft.optimizer.Lamb}; {@link io.weft.optimizer.Rate} stands
 * by itself. The loops over elements are those of {@link io.weft.tensor.UpdateKernels}.
 *
 * <p>Invariant: what an update makes of an element does not depend on where a bucket is cut. Where
 * elements of one parameter must know of each other, all they know is a sum that the shards of a
 * bucket agree on.
 */
@NullMarked
package io.weft.optimizer;

import org.jspecify.annotations.NullMarked;
