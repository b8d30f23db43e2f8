package io.weft.run;

import io.weft.cli.JsonEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far training is. */
record TrainStepEvent(
    String time,
    long step,
    long epoch,
    @Nullable Double loss,
    double rate,
    @Nullable Double gradientNorm,
    double samplesPerS,
    double nowSamplesPerS,
    long wireBytesPerRank,
    long receivedBytesPerRank,
    long otherBytesPerRank,
    double exchangeMs,
    double waitingMs,
    List<Double> waitingMsByRank,
    double exposedMs,
    @Nullable Double hiddenPercent)
    implements JsonEvent {}
