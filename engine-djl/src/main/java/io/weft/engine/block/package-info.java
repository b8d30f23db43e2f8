/**
 * What networks are made of: layers as values, which say what they need and compute with PyTorch's
 * arrays.
 *
 * <p>Read in this order: {@link io.weft.engine.block.Block} (the contract), {@link
 * io.weft.engine.block.Weight} (a parameter as a block names it), {@link
 * io.weft.engine.block.Linear} (an example), {@link io.weft.engine.block.Chain} and {@link
 * io.weft.engine.block.Residual} (which put blocks together), {@link io.weft.engine.block.DjlBlock}
 * and {@link io.weft.engine.block.TorchScript} (blocks that others wrote).
 *
 * <p>Invariant: a block holds no arrays. What it computes with comes from the pass, so that the
 * same block runs on any memory, staged or whole.
 */
@NullMarked
package io.weft.engine.block;

import org.jspecify.annotations.NullMarked;
