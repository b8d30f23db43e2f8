package io.weft.run;

import io.weft.cli.JsonEvent;

/** A size of buckets that was tried. */
record TrainTrialEvent(long bucketBytes, double stepMs, String strategy, boolean chosen)
    implements JsonEvent {}
