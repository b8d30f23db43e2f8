package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.run.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one run of a comparison came to. */
record CompareEvent(
    String strategy,
    String model,
    int world,
    long seed,
    double loss,
    long wireBytesPerRankPerStep,
    double seconds,
    @Nullable List<Figure> validation)
    implements JsonEvent {}
