/**
 * Codecs around codecs, which add one property to whatever they hold.
 *
 * <p>Read in this order: {@link io.weft.compression.wrapper.ErrorFeedback} (nothing is lost, only
 * delayed).
 *
 * <p>Invariant: a wrapper keeps the laws of what it holds.
 */
@NullMarked
package io.weft.compression.wrapper;

import org.jspecify.annotations.NullMarked;
