/**
 * How good predictions are, as sums that can be added up over batches and ranks.
 *
 * <p>Read in this order: {@link io.weft.metric.Metric} (the contract), {@link
 * io.weft.metric.Predictions} (what is judged), {@link io.weft.metric.Accuracy} (the shortest).
 *
 * <p>Invariant: a metric of all samples is computed from sums over them, never from metrics of
 * batches, so that it does not matter how samples were dealt out.
 */
@NullMarked
package io.weft.metric;

import org.jspecify.annotations.NullMarked;
