package io.weft.command;

import io.weft.cli.JsonEvent;

record ShowRefusalEvent(String algorithm, String reason) implements JsonEvent {}
