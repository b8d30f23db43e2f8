/**
 * Predictions beside published measurements.
 *
 * <p>Read in this order: {@link io.weft.validation.Survey} (what was measured), {@link
 * io.weft.validation.Method} (what its methods do, as scenarios), {@link io.weft.validation.Fit}
 * (five constants per network from the calibration rows), {@link io.weft.validation.Validation}
 * (the checks), {@link io.weft.validation.Report} (all of it as a page).
 *
 * <p>Invariant: nothing is fitted but those five constants, and only to calibration rows; all other
 * rows are predicted.
 */
@NullMarked
package io.weft.validation;

import org.jspecify.annotations.NullMarked;
