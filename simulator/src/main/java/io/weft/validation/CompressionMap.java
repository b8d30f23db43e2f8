package io.weft.validation;

import io.weft.cluster.Encoders;
import io.weft.cluster.Link;
import io.weft.cluster.Presets;
import io.weft.plan.Job;
import io.weft.simulation.ClosedForm;
import io.weft.simulation.RingCosts;
import io.weft.strategy.Strategy;
import io.weft.zoo.Zoo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where compression pays: hosts of four V100s, tuned dense training beside the compressors that
 * Agarwal et al. looked at, in closed form. Encoding costs as many passes as the planner assumes.
 *
 * <p>Agarwal et al., "On the Utility of Gradient Compression in Distributed Training Systems",
 * MLSys 2022: 6 of more than 200 settings beat well-tuned synchronous SGD.
 */
public final class CompressionMap {
  /** In units of 10⁹ bits a second. */
  static final List<Integer> RATES = List.of(1, 5, 10, 25, 50, 100, 200);

  static final List<Integer> RANKS = List.of(8, 16, 32, 64, 96);

  /** With the samples of each rank in a step. */
  private static final Map<String, Integer> MODELS =
      new TreeMap<>(
          Map.of(
              "resnet-50",
              64,
              "resnet-101",
              64,
              "vgg-16",
              64,
              "bert-base",
              64,
              "bert-large",
              32,
              "gpt2-medium",
              8));

  private static final List<String> EXACT =
      List.of("wfbp(bucket=25MB)", "wfbp(bucket=100MB)", "dear(bucket=25MB)");

  private static final List<String> COMPRESSED =
      List.of(
          "wfbp(bucket=25MB) + powersgd(rank=4)",
          "wfbp(bucket=25MB) + top-k(density=0.01)",
          "wfbp(bucket=25MB) + ef-sign");

  /** What counts as faster: less is within the error of predictions. */
  private static final double MARGIN = 0.95;

  /** A part of the rate of a link that all-reduce reaches. */
  private static final double REACHED = 0.92;

  /**
   * One setting.
   *
   * @param gain of the fastest compressor over the fastest exact strategy
   */
  public record Setting(String model, int ranks, int gigabitsPerSecond, double gain) {
    public boolean pays() {
      return gain * MARGIN > 1;
    }
  }

  private CompressionMap() {}

  /**
   * All settings, by model, ranks and rate.
   *
   * @param passBytesPerSecond how fast an encoder reads gradients
   */
  public static List<Setting> settings(double passBytesPerSecond) {
    var settings = new ArrayList<Setting>();
    for (var model : MODELS.keySet()) {
      for (int ranks : RANKS) {
        for (int rate : RATES) {
          settings.add(
              new Setting(model, ranks, rate, gain(model, ranks, rate, passBytesPerSecond)));
        }
      }
    }
    return settings;
  }

  private static double gain(String model, int ranks, int gigabits, double pass) {
    var preset = Presets.named("100gb-ib-v100x4");
    var link = new Link(gigabits * 1e9 / 8 * REACHED, 0);
    var cluster =
        preset.with(preset.inside(), link, preset.overheads()).with(Encoders.assumed(pass));
    var profile = Zoo.named(model);
    var job = Job.of(profile, MODELS.getOrDefault(model, 1), cluster, ranks);
    return fastest(job, EXACT) / fastest(job, COMPRESSED);
  }

  private static double fastest(Job job, List<String> lines) {
    var ring = new RingCosts(job.cluster(), job.ranks());
    return lines.stream()
        .map(line -> job.scenario(Strategy.parse(line)).withExchanges(ring))
        .mapToDouble(ClosedForm::stepSeconds)
        .min()
        .orElseThrow();
  }
}
