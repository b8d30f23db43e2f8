/**
 * Which gradients travel when: schedules, each a pure function from the shape of a model to a
 * {@link io.weft.schedule.graph.StepGraph}.
 *
 * <p>Read in this order: {@link io.weft.schedule.Schedule} (the contract), {@link
 * io.weft.schedule.Sequential} (the plainest one), {@link io.weft.schedule.WaitFreeBackpropagation}
 * and {@link io.weft.schedule.DecoupledAllReduce} (overlap within a round, and across rounds),
 * {@link io.weft.schedule.FullySharded} (parameters that come and go), {@link
 * io.weft.schedule.LocalSteps} (several steps to a round). {@link
 * io.weft.schedule.GlobalNormClipping} and {@link io.weft.schedule.AgreedNorms} make another
 * schedule of any of them; {@link io.weft.schedule.FiniteCheck} adds to any graph what all ranks
 * stop by; {@link io.weft.schedule.MergedGradients} plans buckets.
 *
 * <p>Invariant: every graph is proved for its declared consistency, and waits for nothing that it
 * could do without: take away any one dependency and the proof fails.
 */
@NullMarked
package io.weft.schedule;

import org.jspecify.annotations.NullMarked;
