package io.weft.command;

import io.weft.cli.JsonEvent;

/** Predictions that were written. */
record ValidatePredictionsEvent(int rows, String file) implements JsonEvent {}
