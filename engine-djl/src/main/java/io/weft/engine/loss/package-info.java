/**
 * What training makes small.
 *
 * <p>Read in this order: {@link io.weft.engine.loss.Loss} (the contract, and what there is), {@link
 * io.weft.engine.loss.Takes} (which labels), {@code MeanSquaredError} (the shortest).
 *
 * <p>Invariant: a loss is a mean over samples, so that those of batches and ranks, which count by
 * how many samples they have, add up to that of all of them.
 */
@NullMarked
package io.weft.engine.loss;

import org.jspecify.annotations.NullMarked;
