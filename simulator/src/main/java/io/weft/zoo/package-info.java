/**
 * Well-known networks as a simulator needs them: parameters, and where time goes. Everything is
 * computed from the published architectures; nothing is downloaded or measured.
 *
 * <p>Read in this order: {@link io.weft.zoo.Profile} (a network), {@link io.weft.zoo.Zoo} (all by
 * name), one architecture such as {@code ResNet}.
 *
 * <p>Invariant: tensor counts and totals equal those of the reference implementations, and every
 * stage computes something.
 */
@NullMarked
package io.weft.zoo;

import org.jspecify.annotations.NullMarked;
