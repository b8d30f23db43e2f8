package io.weft.validation.own;

/**
 * What the planner would have chosen, and what that costs.
 *
 * @param setting where; its strategy is empty
 * @param chosen the fastest as predicted
 * @param best the fastest as measured
 * @param excessPercent how much longer a step of the chosen one is
 * @param spreadPercent how far repetitions of either are apart; 0 where nothing was repeated
 */
public record Choice(
    OwnRun setting, String chosen, String best, double excessPercent, double spreadPercent) {
  /** How much longer it may be. */
  public static final double LIMIT_PERCENT = 3;

  /** Repetitions that are further apart tell nothing about the limit. */
  private static final double SPREAD_PERCENT_MOST = 10;

  /** Whether its repetitions agree well enough for a verdict. */
  public boolean judged() {
    return spreadPercent <= SPREAD_PERCENT_MOST;
  }

  public boolean pass() {
    return !judged() || excessPercent <= LIMIT_PERCENT;
  }

  /** What is to be said of it. */
  public String verdict() {
    return judged() ? pass() ? "pass" : "FAIL" : "not judged";
  }
}
