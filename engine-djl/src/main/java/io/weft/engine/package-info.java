/**
 * Models that PyTorch computes, through DJL: stages run forward and backward one at a time, with
 * parameters and gradients in memory of ours.
 *
 * <p>Read in this order: {@link io.weft.engine.Network} (what is computed), {@link
 * io.weft.engine.Stages} (one of your own blocks or of TorchScript), {@link io.weft.engine.Sample}
 * (what is learnt, by which {@code loss}), {@link io.weft.engine.DjlModel} (the model that training
 * sees), {@link io.weft.engine.DjlData} and {@link io.weft.engine.DjlLoss} (what DJL learns from,
 * and by), {@code Placement} (arrays over our memory), {@code MicroStep} (one batch forward and
 * backward), {@code NativeHeap} and {@code NativeThreads} (what libraries in C are told before they
 * are loaded), {@code NativeWarning} (what they are not to say), {@code NativeExit} (how a process
 * that has loaded them ends).
 *
 * <p>Staged backward: a stage computes on a detached copy of what the stage before it gave, so that
 * backward stops at its input; the gradient found there begins the backward of the stage before.
 * With hooks, gradients are told to be complete in the middle of a stage.
 *
 * <p>Invariant: gradients have the bits that one backward through the whole network gives.
 */
@NullMarked
package io.weft.engine;

import org.jspecify.annotations.NullMarked;
