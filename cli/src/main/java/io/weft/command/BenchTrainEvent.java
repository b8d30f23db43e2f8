package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.measurement.TrainingMeasurement;
import org.jspecify.annotations.Nullable;

/** How fast ranks trained, in the fields that programs of this kind share. */
record BenchTrainEvent(
    String bench,
    String peer,
    String model,
    String mode,
    int world,
    int batch,
    long params,
    double imagesPerS,
    double stepMs,
    double medianStepMs,
    double cpuMsPerStepAllRanks,
    double exposedMs,
    double exchangeMs,
    double hiddenPercent,
    double floorMs,
    double stepOverFloor,
    long wireBytesPerRank,
    double loss,
    boolean replicasEqual,
    long rssBytes,
    @Nullable Double rssGrowth,
    int steps,
    int round)
    implements JsonEvent {
  static BenchTrainEvent of(
      String model,
      String strategy,
      int world,
      int batch,
      int round,
      int steps,
      TrainingMeasurement result) {
    var times = result.times();
    return new BenchTrainEvent(
        "train",
        "weft",
        model,
        strategy,
        world,
        batch,
        result.parameters(),
        world * batch / result.stepSeconds(),
        result.stepSeconds() * 1e3,
        result.medianStepMillis(),
        result.cpuMillisAllRanks(),
        times.exposedSeconds() * 1e3,
        times.exchangeSeconds() * 1e3,
        times.hidden() * 100,
        result.floor().seconds() * 1e3,
        result.stepSeconds() / result.floor().seconds(),
        result.wireBytesPerRank(),
        result.loss(),
        result.replicasEqual(),
        result.memory().bytes(),
        result.memory().growth().isPresent() ? result.memory().growth().getAsDouble() : null,
        steps,
        round);
  }
}
