/**
 * Finds the size of buckets with which training is fastest, by trying a few.
 *
 * <p>Read in this order: {@link io.weft.tuning.BucketSearch} (what to try next), {@code
 * GaussianProcess} (what trials say about sizes that were not tried).
 *
 * <p>Invariant: nothing here measures or waits; equal trials lead to equal choices.
 */
@NullMarked
package io.weft.tuning;

import org.jspecify.annotations.NullMarked;
