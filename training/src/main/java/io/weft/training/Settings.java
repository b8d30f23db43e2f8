package io.weft.training;

import io.weft.collective.program.Algorithm;
import io.weft.compression.Compression;
import io.weft.optimizer.NamedRate;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.RatedByName;
import io.weft.schedule.Schedule;
import io.weft.training.bucket.Grouping;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How ranks train; the same on all of them.
 *
 * @param microSteps how many micro-steps make a step
 * @param collective what sums gradients and gathers; else the cheapest
 * @param clipNorm the longest that the gradient of all parameters together may be; a longer one is
 *     scaled down to it
 * @param compression in what form gradients travel, if not as they are
 * @param rates of parameters by their names; of several for one the last counts
 */
public record Settings(
    Schedule schedule,
    Grouping grouping,
    int microSteps,
    Optimizer optimizer,
    Rate rate,
    Optional<Algorithm> collective,
    OptionalDouble clipNorm,
    Combining combining,
    Optional<Compression> compression,
    List<NamedRate> rates) {
  public Settings {
    rates = List.copyOf(rates);
    if (microSteps < 1) {
      throw new IllegalArgumentException("%d micro-steps: at least 1".formatted(microSteps));
    }
    if (clipNorm.isPresent() && !(clipNorm.getAsDouble() > 0)) {
      throw new IllegalArgumentException(
          "gradients clipped to a norm of %s: it must be above 0"
              .formatted(clipNorm.getAsDouble()));
    }
    if (combining == Combining.ADASUM && compression.isPresent()) {
      throw new IllegalArgumentException(
          "adasum compares gradients as they are: leave out the compression, or adasum");
    }
    if (combining == Combining.ADASUM && grouping instanceof Grouping.Parts) {
      throw new IllegalArgumentException(
          "adasum compares whole parameters, and %s sends them in parts: choose wfbp"
              .formatted(schedule.name()));
    }
  }

  /**
   * The mean of gradients as it is, in fixed buckets.
   *
   * @param bucketBytes how large a bucket may grow; 0 for one per parameter
   */
  public Settings(
      Schedule schedule,
      long bucketBytes,
      int microSteps,
      Optimizer optimizer,
      Rate rate,
      Optional<Algorithm> collective) {
    this(
        schedule,
        new Grouping.Fixed(bucketBytes),
        microSteps,
        optimizer,
        rate,
        collective,
        OptionalDouble.empty(),
        Combining.MEAN,
        Optional.empty(),
        List.of());
  }

  /** Whether every rank clips its own gradients, and not their mean. */
  boolean clipsBeforeEncoding() {
    return compression.flatMap(it -> it.clipped(1)).isPresent();
  }

  /**
   * In what form gradients travel among so many ranks. Where each clips its own, it does so at n^−½
   * of the norm: that is what n of them that are independent add up to (Lin et al., Deep Gradient
   * Compression, 2018, section 3.2). Each bucket gets its share of it.
   *
   * @param numbers in all gradients together
   */
  Optional<Compression> compression(int ranks, long numbers) {
    if (clipNorm.isEmpty()) {
      return compression;
    }
    float rmsMax = (float) (clipNorm.getAsDouble() / Math.sqrt((double) ranks * numbers));
    return compression.map(it -> it.clipped(rmsMax).orElse(it));
  }

  /** The same with another rate. */
  public Settings with(Rate other) {
    return new Settings(
        schedule,
        grouping,
        microSteps,
        optimizer,
        other,
        collective,
        clipNorm,
        combining,
        compression,
        rates);
  }

  /** The same with gradients clipped to a global norm. */
  public Settings clippedTo(double norm) {
    return new Settings(
        schedule,
        grouping,
        microSteps,
        optimizer,
        rate,
        collective,
        OptionalDouble.of(norm),
        combining,
        compression,
        rates);
  }

  /** The same with something else made of the gradients of all ranks. */
  public Settings combinedBy(Combining other) {
    return new Settings(
        schedule,
        grouping,
        microSteps,
        optimizer,
        rate,
        collective,
        clipNorm,
        other,
        compression,
        rates);
  }

  /** The same with gradients that travel in another form. */
  public Settings compressedBy(Compression other) {
    return new Settings(
        schedule,
        grouping,
        microSteps,
        optimizer,
        rate,
        collective,
        clipNorm,
        combining,
        Optional.of(other),
        rates);
  }

  /** The same with other rates of parameters by their names. */
  public Settings rated(List<NamedRate> others) {
    return new Settings(
        schedule,
        grouping,
        microSteps,
        optimizer,
        rate,
        collective,
        clipNorm,
        combining,
        compression,
        others);
  }

  /** What updates parameters, each with its rate. */
  Optimizer updating() {
    return RatedByName.of(optimizer, rates);
  }
}
