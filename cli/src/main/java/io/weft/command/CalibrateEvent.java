package io.weft.command;

import io.weft.cli.JsonEvent;

record CalibrateEvent(String file, double reductionGBps) implements JsonEvent {}
