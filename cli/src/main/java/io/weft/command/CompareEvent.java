package io.weft.command;

import io.weft.cli.JsonEvent;

/** What one run of a comparison came to. */
record CompareEvent(
    String strategy,
    String model,
    int world,
    long seed,
    double loss,
    long wireBytesPerRankPerStep,
    double seconds)
    implements JsonEvent {}
