package io.weft.measurement;

import io.weft.training.RoundTimes;

/**
 * What was measured of training.
 *
 * @param parameters of the model
 * @param stepSeconds of a step, on the slowest rank
 * @param medianStepMillis of a step, on this rank
 * @param cpuMillisAllRanks per step, all ranks added
 * @param wireBytesPerRank per step, on the rank that sent most
 * @param replicasEqual whether all ranks ended with the same parameters
 * @param warm whether compilers had come to rest before
 */
public record TrainingMeasurement(
    long parameters,
    double stepSeconds,
    double medianStepMillis,
    double cpuMillisAllRanks,
    long wireBytesPerRank,
    double loss,
    RoundTimes times,
    Unloaded unloaded,
    Floor floor,
    MemoryUse memory,
    boolean replicasEqual,
    boolean warm) {}
