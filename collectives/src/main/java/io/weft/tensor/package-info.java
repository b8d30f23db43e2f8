/**
 * Numbers in memory: element types, reductions, and the loops that add one run of memory to
 * another.
 *
 * <p>Read in this order: {@link io.weft.tensor.ElementType} (how one element is laid out), {@link
 * io.weft.tensor.Tensor} (a typed run of memory, from a segment, a buffer or an array), {@link
 * io.weft.tensor.Reduction} (what is done to two elements), {@link io.weft.tensor.Kernels} (doing
 * it to many). Behind the last: {@code PlainKernels} with its {@code Block}s, and {@code
 * VectorKernels} with its {@code VectorLoop}s; the incubating API is named in files that begin with
 * {@code Vector}, and in no others. What optimizers do to elements is an {@link
 * io.weft.tensor.Update}, done to many by {@link io.weft.tensor.UpdateKernels}; {@link
 * io.weft.tensor.SquaredNorm} is what some of them must know. {@link
 * io.weft.tensor.PackingKernels}, {@link io.weft.tensor.MagnitudeKernels} and {@link
 * io.weft.tensor.DotKernels} are the loops of codecs. All four are called {@code Apart}.
 *
 * <p>Invariant: the vector kernels and their plain twins give bit-equal results, so that a machine
 * with the incubating Vector API and one without it train the same network.
 */
@NullMarked
package io.weft.tensor;

import org.jspecify.annotations.NullMarked;
