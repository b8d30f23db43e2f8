package io.weft.plan;

import io.weft.cluster.Amount;
import io.weft.cluster.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A quantity that is varied while everything else stays as it is.
 *
 * @param from in bytes per second, seconds, ranks or samples
 * @param to in the same
 */
public record Sweep(Quantity quantity, double from, double to) {
  /** What can be varied. */
  public enum Quantity {
    BANDWIDTH,
    ALPHA,
    RANKS,
    BATCH;

    /** The values of a link can be anything, those of ranks and samples are whole. */
    boolean isWhole() {
      return switch (this) {
        case RANKS, BATCH -> true;
        case BANDWIDTH, ALPHA -> false;
      };
    }
  }

  /** How many values are looked at, at most. */
  private static final int POINTS = 33;

  private static final Pattern FORM =
      Pattern.compile("(bandwidth|alpha|ranks|batch)=([0-9.]+)\\.\\.([0-9.]+)([A-Za-zµ/]*)");

  public Sweep {
    if (!(from > 0 && to > from) || Double.isInfinite(to)) {
      throw new IllegalArgumentException(
          "a sweep from %s to %s: give two numbers above 0, the smaller first".formatted(from, to));
    }
  }

  /** Reads {@code bandwidth=1..400Gbit}, {@code alpha=5..500us}, {@code ranks=4..64}. */
  public static Sweep parse(String text) {
    var match = FORM.matcher(text.strip());
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no sweep: write bandwidth=1..400Gbit, alpha=5..500us, ranks=4..64 or batch=1..64"
              .formatted(text));
    }
    var unit = match.group(4);
    var from = match.group(2);
    var to = match.group(3);
    return switch (match.group(1)) {
      case "bandwidth" -> {
        var rate = unit.endsWith("/s") || unit.endsWith("ps") ? unit : unit + "/s";
        yield new Sweep(Quantity.BANDWIDTH, Amount.rate(from + rate), Amount.rate(to + rate));
      }
      case "alpha" -> new Sweep(Quantity.ALPHA, Amount.time(from + unit), Amount.time(to + unit));
      case "ranks" -> new Sweep(Quantity.RANKS, whole(from, unit), whole(to, unit));
      default -> new Sweep(Quantity.BATCH, whole(from, unit), whole(to, unit));
    };
  }

  private static double whole(String text, String unit) {
    if (!unit.isEmpty() || !text.matches("[0-9]{1,6}")) {
      throw new IllegalArgumentException(
          "'%s%s' is no whole number without a unit: write one such as 64".formatted(text, unit));
    }
    return Integer.parseInt(text);
  }

  /** The job at every value at which it is possible, equally far apart as factors. */
  public List<Job> jobs(Job job) {
    var jobs = new ArrayList<Job>();
    double last = 0;
    for (int at = 0; at < POINTS; at++) {
      double value = from * Math.pow(to / from, at / (POINTS - 1.0));
      double used = quantity.isWhole() ? rounded(job, value) : value;
      if (used > last && used <= to * (1 + 1e-9)) {
        jobs.add(at(job, used));
        last = used;
      }
    }
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException(
          "no number of ranks from %.0f to %.0f fills the hosts of cluster %s: sweep farther"
              .formatted(from, to, job.cluster().name()));
    }
    return jobs;
  }

  /** Ranks fill hosts. */
  private double rounded(Job job, double value) {
    double whole = Math.round(value);
    int full = job.cluster().ranksPerHost();
    return quantity == Quantity.RANKS && whole > full ? Math.round(whole / full) * full : whole;
  }

  private Job at(Job job, double value) {
    var cluster = job.cluster();
    return switch (quantity) {
      case BANDWIDTH ->
          job.on(cluster.withFasterNetwork(value / cluster.between().bytesPerSecond()));
      case ALPHA ->
          job.on(
              cluster.with(
                  cluster.inside(),
                  new Link(cluster.between().bytesPerSecond(), value),
                  cluster.overheads()));
      case RANKS -> job.of((int) value);
      case BATCH -> job.withBatch((int) value);
    };
  }

  /** The value that a job of this sweep has. */
  public double value(Job job) {
    return switch (quantity) {
      case BANDWIDTH -> job.cluster().between().bytesPerSecond();
      case ALPHA -> job.cluster().between().latencySeconds();
      case RANKS -> job.ranks();
      case BATCH -> job.batch();
    };
  }
}
