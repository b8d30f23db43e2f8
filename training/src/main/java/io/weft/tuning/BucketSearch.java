package io.weft.tuning;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Bayesian optimisation of the size of buckets, from 1 to 256 MB: of the sizes that were not tried,
 * the next is the one from which, by what was seen, most improvement is expected; the search ends
 * when that is little.
 *
 * <p>Zhang et al., "DeAR", ICDCS 2023, section IV, tunes the size in this way, with a Gaussian
 * process and expected improvement. There it is the speed that is raised, here the time that is
 * lowered, over the logarithm of the size.
 *
 * @param trials what was tried, in order
 */
public record BucketSearch(List<Trial> trials) {
  private static final long SMALLEST = 1L << 20;
  private static final int OCTAVES = 8;
  private static final int SIZES_PER_OCTAVE = 2;
  private static final int TRIALS_MOST = 10;

  /** Times of buckets that differ by this many octaves have much to do with each other. */
  private static final double LENGTH_SCALE = 2;

  /** Of what is measured, by the spread of what was measured. */
  private static final double NOISE = 0.1;

  /** An improvement below this part of the best time is not worth a trial. */
  private static final double WORTHWHILE = 0.005;

  public BucketSearch {
    trials = List.copyOf(trials);
  }

  public static BucketSearch begin() {
    return new BucketSearch(List.of());
  }

  /** The search with one trial more. */
  public BucketSearch with(Trial trial) {
    return new BucketSearch(Stream.concat(trials.stream(), Stream.of(trial)).toList());
  }

  /** The fastest trial, the earliest of equals. */
  public Trial best() {
    return trials.stream()
        .min(Comparator.comparingDouble(Trial::seconds))
        .orElseThrow(() -> new IllegalStateException("nothing was tried yet"));
  }

  /** What to try next: a size in bytes, or nothing more. */
  public Optional<Long> next() {
    if (trials.size() >= TRIALS_MOST) {
      return Optional.empty();
    }
    if (trials.isEmpty()) {
      return Optional.of(25L << 20);
    }
    var belief = Belief.of(trials);
    return candidates()
        .filter(size -> trials.stream().noneMatch(trial -> trial.bucketBytes() == size))
        .max(Comparator.comparingDouble(belief::expectedImprovement))
        .filter(size -> belief.expectedImprovement(size) > WORTHWHILE * best().seconds());
  }

  private static Stream<Long> candidates() {
    return IntStream.rangeClosed(0, OCTAVES * SIZES_PER_OCTAVE)
        .mapToObj(at -> Math.round(SMALLEST * Math.pow(2, (double) at / SIZES_PER_OCTAVE)));
  }

  /** What trials say about other sizes; times are in units of their spread around their mean. */
  private record Belief(GaussianProcess process, double spread, double best) {
    static Belief of(List<Trial> trials) {
      double[] seconds = trials.stream().mapToDouble(Trial::seconds).toArray();
      double mean = mean(seconds);
      double spread = Math.max(spread(seconds, mean), 0.05 * mean);
      double[] values = new double[seconds.length];
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < values.length; i++) {
        values[i] = (seconds[i] - mean) / spread;
        best = Math.min(best, values[i]);
      }
      double[] points = trials.stream().mapToDouble(trial -> octave(trial.bucketBytes())).toArray();
      return new Belief(new GaussianProcess(LENGTH_SCALE, NOISE, points, values), spread, best);
    }

    private static double mean(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      return sum / values.length;
    }

    private static double spread(double[] values, double mean) {
      double sum = 0;
      for (double value : values) {
        sum += (value - mean) * (value - mean);
      }
      return Math.sqrt(sum / values.length);
    }

    private static double octave(long bytes) {
      return Math.log((double) bytes / SMALLEST) / Math.log(2);
    }

    /** In seconds. Jones et al., Efficient Global Optimization, 1998, equation 15. */
    double expectedImprovement(long bytes) {
      double point = octave(bytes);
      double deviation = process.deviation(point);
      double gain = best - process.mean(point);
      if (deviation == 0) {
        return Math.max(0, gain) * spread;
      }
      var normal = NormalDistribution.of(0, 1);
      double z = gain / deviation;
      return (gain * normal.cumulativeProbability(z) + deviation * normal.density(z)) * spread;
    }
  }
}
