/**
 * Codecs that send every number with fewer bits.
 *
 * <p>Read in this order: {@link io.weft.compression.quantisation.Half} (16 bits, which can be added
 * up on the way), {@link io.weft.compression.quantisation.ByteBlocks} and {@link
 * io.weft.compression.quantisation.NibbleBlocks} (8 and 4, with a scale per block), {@link
 * io.weft.compression.quantisation.ScaledSign} (one), {@link io.weft.compression.quantisation.Qsgd}
 * (any number, and the mean is right), {@link io.weft.compression.quantisation.FastSgd} (the larger
 * ones only).
 *
 * <p>Invariant: but for the last, the number of bytes depends on the number of elements only; a
 * block with something in it that is not finite decodes to something that is not finite.
 */
@NullMarked
package io.weft.compression.quantisation;

import org.jspecify.annotations.NullMarked;
