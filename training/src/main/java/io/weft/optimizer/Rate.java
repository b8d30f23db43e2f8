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

  /** Falls or grows evenly from the initial rate at step 1 to the last one after so many steps. */
  record Linear(double initial, double last, long steps) implements Rate {
    public Linear {
      check(initial);
      check(last);
      checkCount("steps", steps, 1);
    }

    @Override
    public double at(long step) {
      return initial + (last - initial) * Math.min(1, (double) (step - 1) / (double) steps);
    }
  }

  /**
   * From a 25th of the peak up to it in three tenths of the steps and down to almost nothing in the
   * rest, both times by half a period of a cosine.
   *
   * <p>Smith and Topin, Super-Convergence, 2019; with the parts and the curve that PyTorch's {@code
   * OneCycleLR} has, and as there without a change of momentum by itself.
   *
   * @param steps the last of them has the lowest rate
   */
  record OneCycle(double peak, long steps) implements Rate {
    private static final double UP = 0.3;
    private static final double FIRST = 1.0 / 25;
    private static final double LAST = FIRST / 10_000;

    public OneCycle {
      check(peak);
      checkCount("steps", steps, 2);
    }

    @Override
    public double at(long step) {
      double top = Math.max(0, UP * (double) steps - 1);
      double done = (double) (Math.min(steps, step) - 1);
      return done < top
          ? peak * between(FIRST, 1, done / top)
          : peak * between(1, LAST, (done - top) / ((double) (steps - 1) - top));
    }

    private static double between(double from, double to, double part) {
      return to + (from - to) * (1 + Math.cos(Math.PI * part)) / 2;
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
