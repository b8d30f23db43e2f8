package io.weft.run;

import io.weft.cli.JsonEvent;
import org.jspecify.annotations.Nullable;

/** How far training is. */
record TrainStepEvent(
    long step,
    @Nullable Double loss,
    double samplesPerS,
    long wireBytesPerRank,
    long receivedBytesPerRank,
    long otherBytesPerRank,
    double exchangeMs,
    double waitingMs,
    double exposedMs,
    @Nullable Double hiddenPercent)
    implements JsonEvent {}
