package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.measurement.TrainingMeasurement;
import io.weft.run.RunTraffic;
import java.util.List;
import java.util.OptionalDouble;
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
    double idleMs,
    double exchangeMs,
    double waitingMs,
    double exposedMs,
    @Nullable Double hiddenPercent,
    double exchangeAloneMs,
    @Nullable Double savedPercent,
    double floorMs,
    double stepOverFloor,
    long wireBytesPerRank,
    List<RunTraffic.OfPurpose> bytes,
    List<RunTraffic.OfCard> cards,
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
      TrainingMeasurement result,
      RunTraffic traffic) {
    var times = result.times();
    var overlap = times.overlap();
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
        times.idleSeconds() * 1e3,
        overlap.exchangeSeconds() * 1e3,
        overlap.waitingSeconds() * 1e3,
        overlap.exposedSeconds() * 1e3,
        percent(overlap.hidden()),
        result.unloaded().exchangeSeconds() * 1e3,
        percent(result.saved()),
        result.floor().seconds() * 1e3,
        result.stepSeconds() / result.floor().seconds(),
        result.wireBytesPerRank(),
        traffic.byPurpose(),
        traffic.byCard(),
        result.loss(),
        result.replicasEqual(),
        result.memory().bytes(),
        result.memory().growth().isPresent() ? result.memory().growth().getAsDouble() : null,
        steps,
        round);
  }

  private static @Nullable Double percent(OptionalDouble part) {
    return part.isPresent() ? 100 * part.getAsDouble() : null;
  }
}
