package io.weft.command;

import io.weft.cli.JsonEvent;

/** What is to be run on a host. */
record TrainHostEvent(String host, int rank, String command) implements JsonEvent {}
