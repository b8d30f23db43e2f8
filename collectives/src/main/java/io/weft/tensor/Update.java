package io.weft.tensor;

/**
 * How optimizers change 32-bit floats, element by element: p is a parameter, g its gradient, and
 * all else what the optimizer remembers of it. The numbers of an update are already rounded to
 * floats. Every operation is rounded by itself, none is fused with another.
 */
public sealed interface Update {
  /** p ← p − rate·(g + decay·p). */
  record Descent(float rate, float decay) implements Update {}

  /**
   * d ← scale·(g + decay·p); m ← momentum·m + d; p ← p − rate·m, and with {@code ahead} (Nesterov)
   * p ← p − rate·(d + momentum·m).
   */
  record Momentum(float rate, float momentum, float scale, float decay, boolean ahead)
      implements Update {}

  /**
   * d ← g + decay·p; m ← m + (1−β₁)·(d − m); v ← β₂·v + ((1−β₂)·d)·d; p ← keep·p − (rate·m) ÷ (√v ÷
   * root + epsilon).
   *
   * @param moments how m and v follow the gradients
   * @param rate already divided by the bias of m
   * @param root of the bias of v
   * @param decay added to the gradient
   * @param keep what is left of a parameter before it moves
   */
  record Adaptive(Moments moments, float rate, float root, float epsilon, float decay, float keep)
      implements Update {}

  /**
   * m and v as in {@link Adaptive}, without decay of the gradient; then g ← (m ÷ bias) ÷ (√v ÷ root
   * + epsilon) + decay·p: the gradient becomes the direction, and the parameter stays.
   */
  record Direction(Moments moments, float bias, float root, float epsilon, float decay)
      implements Update {}

  /**
   * c ← β₁·m + (1−β₁)·g; p ← keep·p − rate·sign(c); m ← β₂·m + (1−β₂)·g. The sign of NaN is NaN.
   */
  record Sign(float rate, float keep, Share interpolation, Share momentum) implements Update {}

  /** How much of the old is kept and how much of the new is taken. */
  record Share(float kept, float taken) {
    /** β and 1−β, each rounded once. */
    public static Share of(double beta) {
      return new Share((float) beta, (float) (1 - beta));
    }
  }

  /**
   * How the means of gradients and of their squares follow.
   *
   * @param fromNew whether the mean is reckoned from the new gradient: m ← d − β₁·(d − m), which
   *     rounds better where β₁ is at most a half
   * @param pull what is added of d − m
   */
  record Moments(boolean fromNew, float pull, Share squares) {
    /** For the β₁ and β₂ of Adam. */
    public static Moments of(double beta1, double beta2) {
      float weight = (float) (1 - beta1);
      boolean fromNew = weight >= 0.5f;
      return new Moments(fromNew, fromNew ? -(1 - weight) : weight, Share.of(beta2));
    }
  }
}
