package io.weft.command;

import io.weft.cli.JsonEvent;

/** A measured model. */
record ProfileEvent(String model, int batch, double stepS, long parameters, String file)
    implements JsonEvent {}
