package io.weft.run;

import io.weft.cli.JsonEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of training. */
record EndEvent(
    String strategy,
    String model,
    int world,
    long steps,
    @Nullable Double loss,
    double samplesPerS,
    long wireBytesPerRankPerStep,
    long receivedBytesPerRankPerStep,
    long cardSentBytesPerStep,
    long cardReceivedBytesPerStep,
    List<RunTraffic.OfPurpose> bytes,
    List<RunTraffic.OfCard> cards,
    double exchangeMs,
    double waitingMs,
    double exposedMs,
    @Nullable Double hiddenPercent,
    String weightsSha256)
    implements JsonEvent {}
