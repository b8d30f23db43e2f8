/**
 * Training in virtual time: the step graphs that ranks run, on a cluster that nobody has to rent.
 *
 * <p>Read in this order: {@link io.weft.simulation.Scenario} (a model, a cluster and a strategy),
 * {@link io.weft.simulation.EventSimulation} (who does what when), {@link
 * io.weft.simulation.ExchangeCosts} (what an exchange takes), {@link io.weft.simulation.Prediction}
 * (what comes out).
 *
 * <p>Where all ranks are alike one stands for all; where they differ ({@link
 * io.weft.simulation.Pace}) each has lanes of its own, and an exchange begins when the last of them
 * is ready. Where ranks share cores ({@link io.weft.simulation.CorePools}) all that runs at the
 * same time slows each other down. The duration of an exchange comes from walking the programs that
 * ranks run, or in closed form where there are many ranks, and from the form in which gradients
 * travel ({@link io.weft.simulation.WireForm}).
 *
 * <p>Invariant: the same scenario gives the same bits.
 */
@NullMarked
package io.weft.simulation;

import org.jspecify.annotations.NullMarked;
