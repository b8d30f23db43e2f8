package io.weft.run;

import io.weft.cli.JsonEvent;

/** What came of training. */
record EndEvent(
    String strategy,
    String model,
    int world,
    long steps,
    double loss,
    double samplesPerS,
    long wireBytesPerRankPerStep,
    String weightsSha256)
    implements JsonEvent {}
