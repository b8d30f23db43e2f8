package io.weft.command;

import io.weft.cli.JsonEvent;

/** A setting of training, and who gave it. */
record TrainSettingEvent(String key, String value, Origin origin) implements JsonEvent {}
