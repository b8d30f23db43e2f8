/**
 * Predictions of our own runs beside the runs: of real ranks on an emulated network, whose cluster
 * was calibrated and whose models were profiled on one rank, and from nothing else.
 *
 * <p>Read in this order: {@link io.weft.validation.own.OwnRun} (what is run), {@link
 * io.weft.validation.own.OwnMatrix} (all of it, predicted), {@link io.weft.validation.own.OwnFile}
 * (predictions and measurements as files), {@link io.weft.validation.own.OwnComparison} (what the
 * measurements say about the predictions).
 *
 * <p>Invariant: what is predicted is written before anything is run, and is not touched after.
 */
@NullMarked
package io.weft.validation.own;

import org.jspecify.annotations.NullMarked;
