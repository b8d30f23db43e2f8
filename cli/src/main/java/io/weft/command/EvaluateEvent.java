package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.run.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How well a model does on data. */
record EvaluateEvent(String model, long samples, @Nullable Double loss, List<Figure> metrics)
    implements JsonEvent {}
