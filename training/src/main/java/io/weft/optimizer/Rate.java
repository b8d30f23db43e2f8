package io.weft.optimizer;

/** The learning rate of each step, a pure function. Steps are counted from 1. */
public sealed interface Rate {
  double at(long step);

  /** The same at all steps. */
  record Constant(double value) implements Rate {
    public Constant {
      check(value);
    }

    @Override
    public double at(long step) {
      return value;
    }
  }

  /** Multiplied by a factor after every so many steps. */
  record Steps(double initial, long every, double factor) implements Rate {
    public Steps {
      check(initial);
      checkCount("every", every, 1);
      Setting.checkNotNegative("factor", factor);
    }

    @Override
    public double at(long step) {
      long times = (step - 1) / every;
      return initial * Math.pow(factor, (double) times);
    }
  }

  /**
   * Half a period of a cosine, from the initial rate at step 1 to the final one after so many
   * steps, and there it stays.
   *
   * <p>Loshchilov and Hutter, SGDR: Stochastic Gradient Descent with Warm Restarts, 2017, equation
   * 5, without restarts.
   */
  record Cosine(double initial, double last, long steps) implements Rate {
    public Cosine {
      check(initial);
      check(last);
      checkCount("steps", steps, 1);
    }

    @Override
    public double at(long step) {
      double done = Math.min(1, (step - 1) / (double) steps);
      return last + (initial - last) * (1 + Math.cos(Math.PI * done)) / 2;
    }
  }

  /**
   * Grows evenly from a part of another rate to all of it.
   *
   * <p>Goyal et al., Accurate, Large Minibatch SGD: Training ImageNet in 1 Hour, 2017, section 2:
   * with n ranks the rate is n times that of one, and the first epochs warm up to it, from the
   * factor 1/n.
   *
   * @param from the factor at step 1
   * @param steps after how many steps the factor is 1
   */
  record WarmUp(Rate to, double from, long steps) implements Rate {
    public WarmUp {
      check(from);
      checkCount("steps", steps, 0);
    }

    /** A rate meant for one rank, for that many ranks. */
    public static WarmUp scaled(Rate ofOne, int ranks, long steps) {
      return new WarmUp(new Scaled(ofOne, ranks), 1.0 / ranks, steps);
    }

    @Override
    public double at(long step) {
      if (step > steps) {
        return to.at(step);
      }
      return to.at(step) * (from + (1 - from) * (step - 1) / steps);
    }
  }

  /** A multiple of another rate: the linear scaling rule. */
  record Scaled(Rate of, double factor) implements Rate {
    public Scaled {
      check(factor);
    }

    @Override
    public double at(long step) {
      return factor * of.at(step);
    }
  }

  private static void check(double value) {
    Setting.checkNotNegative("rate", value);
  }

  private static void checkCount(String name, long count, long least) {
    if (count < least) {
      throw new IllegalArgumentException(
          "%s=%d: it must be at least %d".formatted(name, count, least));
    }
  }
}
