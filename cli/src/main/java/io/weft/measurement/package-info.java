/**
 * How fast collectives are: {@link io.weft.measurement.CollectiveBenchmark} measures one operation
 * on one communicator, {@link io.weft.measurement.Workload} knows what must come out of it.
 *
 * <p>Invariant: a figure is only given together with the number of wrong elements, from inputs that
 * depend on rank and index.
 */
@NullMarked
package io.weft.measurement;

import org.jspecify.annotations.NullMarked;
