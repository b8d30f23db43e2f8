package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.validation.own.Choice;

/** What the strategy that was predicted to be the fastest costs. */
record ValidateChoiceEvent(
    String model,
    String network,
    int ranks,
    String chosen,
    String best,
    double excessPercent,
    double limitPercent,
    double spreadPercent,
    boolean judged,
    boolean pass)
    implements JsonEvent {
  static ValidateChoiceEvent of(Choice choice) {
    return new ValidateChoiceEvent(
        choice.setting().model(),
        choice.setting().network(),
        choice.setting().ranks(),
        choice.chosen(),
        choice.best(),
        choice.excessPercent(),
        Choice.LIMIT_PERCENT,
        choice.spreadPercent(),
        choice.judged(),
        choice.pass());
  }
}
