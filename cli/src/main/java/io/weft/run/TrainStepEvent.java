package io.weft.run;

import io.weft.cli.JsonEvent;

/** How far training is. */
record TrainStepEvent(long step, double loss, double samplesPerS, long wireBytesPerRank)
    implements JsonEvent {}
