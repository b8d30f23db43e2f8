package io.weft.command;

import io.weft.cli.JsonEvent;

/** What a model writes. */
record PredictTextEvent(String text) implements JsonEvent {}
