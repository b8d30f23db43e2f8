/**
 * Property tests without a library: {@link io.weft.trials.Trials#forAll} runs a law on random cases
 * that grow, {@link io.weft.trials.Draw} draws the values of one case. {@link
 * io.weft.trials.Thorough} says how much of a matrix is tried. {@link io.weft.trials.Python} is
 * what others compute, to compare with.
 */
@NullMarked
package io.weft.trials;

import org.jspecify.annotations.NullMarked;
