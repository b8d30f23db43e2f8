package io.weft.run;

import io.weft.cli.JsonEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What validation after a step has given. */
record TrainValidationEvent(
    String time, long step, long samples, @Nullable Double loss, List<Figure> metrics, boolean best)
    implements JsonEvent {}
