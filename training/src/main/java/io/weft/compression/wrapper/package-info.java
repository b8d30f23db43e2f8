/**
 * Codecs around codecs, which add one property to whatever they hold.
 *
 * <p>Read in this order: {@link io.weft.compression.wrapper.ErrorFeedback} (nothing is lost, only
 * delayed), {@link io.weft.compression.wrapper.MomentumCorrection} (the same for gradients with
 * momentum), {@link io.weft.compression.wrapper.Lossless} (fewer bytes for the same).
 *
 * <p>Invariant: a wrapper keeps the laws of what it holds.
 */
@NullMarked
package io.weft.compression.wrapper;

import org.jspecify.annotations.NullMarked;
