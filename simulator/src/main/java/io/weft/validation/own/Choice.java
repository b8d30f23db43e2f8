package io.weft.validation.own;

/**
 * What the planner would have chosen, and what that costs.
 *
 * @param setting where; its strategy is empty
 * @param chosen the fastest as predicted
 * @param best the fastest as measured
 * @param excessPercent how much longer a step of the chosen one is
 * @param limitPercent how much longer it may be: 3 %, or what repetitions differ by
 */
public record Choice(
    OwnRun setting, String chosen, String best, double excessPercent, double limitPercent) {
  public boolean pass() {
    return excessPercent <= limitPercent;
  }
}
