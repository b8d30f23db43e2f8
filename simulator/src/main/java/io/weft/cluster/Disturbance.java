package io.weft.cluster;

/**
 * How ranks differ from each other and from step to step.
 *
 * @param jitter the standard deviation of what a rank computes in a step, as a part of it
 * @param stragglers how many ranks are always slower than the others
 * @param slowdown by what factor they are
 */
public record Disturbance(double jitter, int stragglers, double slowdown) {
  /** All ranks are alike in all steps. */
  public static final Disturbance NONE = new Disturbance(0, 0, 1);

  public Disturbance {
    Checks.notNegative("jitter as a part of a step", jitter);
    if (jitter > 1 || stragglers < 0 || !(slowdown >= 1) || Double.isInfinite(slowdown)) {
      throw new IllegalArgumentException(
          "jitter %s and %d stragglers slower by %s: jitter 0 to 1, stragglers 0 or more, by 1 on"
              .formatted(jitter, stragglers, slowdown));
    }
  }

  /** Whether one rank can stand for all. */
  public boolean isNone() {
    return jitter == 0 && (stragglers == 0 || slowdown == 1);
  }
}
