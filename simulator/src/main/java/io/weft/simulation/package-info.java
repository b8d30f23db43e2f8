/**
 * Training in virtual time: the step graphs that ranks run, on a cluster that nobody has to rent.
 *
 * <p>Read in this order: {@link io.weft.simulation.Scenario} (a model, a cluster and a strategy),
 * {@link io.weft.simulation.EventSimulation} (who does what when), {@link
 * io.weft.simulation.ExchangeCosts} (what an exchange takes), {@link io.weft.simulation.Prediction}
 * (what comes out).
 *
 * <p>All ranks are alike and none is disturbed, so one rank stands for all: an exchange begins on
 * all of them at once. Its duration comes from walking the programs that ranks run, or in closed
 * form where there are many ranks.
 *
 * <p>Invariant: the same scenario gives the same bits.
 */
@NullMarked
package io.weft.simulation;

import org.jspecify.annotations.NullMarked;
