package io.weft.run;

import io.weft.cli.JsonEvent;

/** What a language model writes after training. */
record TrainSampleEvent(String text) implements JsonEvent {}
