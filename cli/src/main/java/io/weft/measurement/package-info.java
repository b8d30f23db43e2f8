/**
 * How fast communication is.
 *
 * <p>Read in this order: {@link io.weft.measurement.Subject} (what is measured), {@link
 * io.weft.measurement.Benchmark} (how it is timed), {@link io.weft.measurement.Exercise} (what
 * ranks do again and again), {@link io.weft.measurement.Workload} (what must come out of a
 * collective), {@link io.weft.measurement.Measurement} (the figures).
 *
 * <p>Invariant: a figure is only given together with the number of wrong elements, from inputs that
 * depend on rank and index, checked before and after the timing.
 */
@NullMarked
package io.weft.measurement;

import org.jspecify.annotations.NullMarked;
