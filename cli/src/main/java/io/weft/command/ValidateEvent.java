package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.validation.Check;
import org.jspecify.annotations.Nullable;

/** One check. */
record ValidateEvent(
    String check,
    int rows,
    double mapePercent,
    double worstPercent,
    @Nullable Double limitPercent,
    boolean pass)
    implements JsonEvent {
  static ValidateEvent of(Check check) {
    return new ValidateEvent(
        check.name(),
        check.forecasts().size(),
        check.meanPercent(),
        check.worstPercent(),
        check.limitPercent().orElse(null),
        check.pass());
  }
}
