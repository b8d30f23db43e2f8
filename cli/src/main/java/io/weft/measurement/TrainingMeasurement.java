package io.weft.measurement;

import io.weft.training.RoundTimes;
import java.util.OptionalDouble;

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
    boolean warm) {
  /**
   * The part of the time of exchanges without computation by which a step is shorter than if one
   * came after the other, from 0 to 1; nothing if nothing is exchanged. It is 0 also where ranks
   * stood idle for longer than that, for a slower rank or for a core.
   */
  public OptionalDouble saved() {
    double alone = unloaded.exchangeSeconds();
    return alone > 0
        ? OptionalDouble.of(Math.max(0, 1 - times.idleSeconds() / alone))
        : OptionalDouble.empty();
  }
}
