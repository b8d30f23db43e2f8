package io.weft.trainer;

import java.util.OptionalDouble;

/**
 * How far training is; the same on all ranks.
 *
 * @param step its number, from 1
 * @param epoch how many times the data was gone through
 * @param loss the mean over the samples of all ranks in this step
 * @param rate the learning rate of this step
 * @param gradientNorm how long the gradient was that was clipped last; there where gradients are
 */
public record Report(
    long step, long epoch, double loss, double rate, OptionalDouble gradientNorm) {}
