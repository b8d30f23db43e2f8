/**
 * What training needs of an engine, and no more: a network as a list of stages whose parameters and
 * gradients lie in memory of ours.
 *
 * <p>Read in this order: {@link io.weft.model.Model} (the contract), {@link
 * io.weft.model.Parameter}, {@link io.weft.model.BucketPlan} (which parameters travel together),
 * {@link io.weft.model.ModelMemory} (where everything lies), {@link io.weft.model.Batch}.
 *
 * <p>Invariant: nothing is copied between engine and exchange. A gradient is written to its place
 * in its bucket, and an update to the parameters is seen by the next forward.
 */
@NullMarked
package io.weft.model;

import org.jspecify.annotations.NullMarked;
