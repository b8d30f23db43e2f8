/**
 * Codecs that send a few of the numbers.
 *
 * <p>Read in this order: {@link io.weft.compression.sparsification.TopK} (the largest, exactly),
 * {@link io.weft.compression.sparsification.SampledTopK} and {@link
 * io.weft.compression.sparsification.GaussianK} (about the largest, faster), {@link
 * io.weft.compression.sparsification.RandomK} and {@link
 * io.weft.compression.sparsification.RandomBlock} (any, but the same on all ranks), {@link
 * io.weft.compression.sparsification.DeepGradient} (the largest of what has piled up).
 *
 * <p>Invariant: a number travels as it is or stays as it is; positions in a payload ascend, and
 * those outside are refused.
 */
@NullMarked
package io.weft.compression.sparsification;

import org.jspecify.annotations.NullMarked;
