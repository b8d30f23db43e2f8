package io.weft.simulation;

/**
 * The second halves of DeAR that are to come, in {@link ClosedForm}. The link does them while it
 * has no first half to do, the one that forward needs first before the others, and leaves each of
 * them as soon as there is a first half again.
 */
final class Gathers {
  private final double[] from;
  private final double[] left;
  private int count;

  Gathers(int buckets) {
    from = new double[buckets];
    left = new double[buckets];
  }

  /** Buckets are added as backward completes them. */
  void add(int bucket, double fromSeconds, double seconds) {
    from[bucket] = fromSeconds;
    left[bucket] = seconds;
    count = bucket + 1;
  }

  /** Seconds of a gather that are still to come. */
  double left(int bucket) {
    return left[bucket];
  }

  /** Uses a link that is free until some time; when it is free for what comes then. */
  double fill(double free, double until) {
    double now = free;
    while (now < until) {
      int bucket = next(now);
      if (bucket < 0) {
        now = Math.min(until, nextFrom(now));
      } else {
        double seconds = Math.min(left[bucket], until - now);
        left[bucket] -= seconds;
        now += seconds;
      }
    }
    return now;
  }

  private int next(double now) {
    for (int bucket = count - 1; bucket >= 0; bucket--) {
      if (left[bucket] > 0 && from[bucket] <= now) {
        return bucket;
      }
    }
    return -1;
  }

  private double nextFrom(double now) {
    double next = Double.POSITIVE_INFINITY;
    for (int bucket = 0; bucket < count; bucket++) {
      if (left[bucket] > 0 && from[bucket] > now) {
        next = Math.min(next, from[bucket]);
      }
    }
    return next;
  }
}
