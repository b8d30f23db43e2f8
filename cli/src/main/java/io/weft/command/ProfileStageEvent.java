package io.weft.command;

import io.weft.cli.JsonEvent;

/** What one stage takes. */
record ProfileStageEvent(int stage, double forwardS, double backwardS, long parameters)
    implements JsonEvent {}
