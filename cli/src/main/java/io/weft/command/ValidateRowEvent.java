package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.validation.Forecast;

/** One published row and what is predicted for it. */
record ValidateRowEvent(
    String check,
    String model,
    String network,
    String method,
    int gpus,
    double expected,
    double predicted,
    double errorPercent,
    boolean excluded)
    implements JsonEvent {
  static ValidateRowEvent of(String check, Forecast forecast) {
    var row = forecast.measured();
    return new ValidateRowEvent(
        check,
        row.model(),
        row.network(),
        row.method(),
        row.gpus(),
        row.samplesPerSecond(),
        forecast.predicted(),
        forecast.errorPercent(),
        check.equals("excluded"));
  }
}
