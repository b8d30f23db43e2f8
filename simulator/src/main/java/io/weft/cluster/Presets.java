package io.weft.cluster;

import io.weft.strategy.line.Nearest;
import java.util.List;

/**
 * Clusters by name. The three with V100s are those of Shi et al. (arXiv 2005.13247): their rates
 * and overheads are fitted to the calibration rows of that survey, see {@code io.weft.validation}.
 * The others are round figures of their kinds of hardware.
 */
public final class Presets {
  private static final double V100_OPERATIONS_PER_SECOND = 6.2e12;
  private static final int HOSTS = 256;

  /**
   * Assumed, in bytes per second: one pass of an encoder that is made of one call of a framework
   * after the other, each of which reads and writes memory. It is about a hundredth of the rate of
   * that memory, as small kernels and their launches leave it; fused ones would be faster.
   */
  private static final double V100_ENCODING = 10e9;

  private static final double H100_ENCODING = 35e9;

  private static final Overheads OWN = new Overheads(60e-6, 0, 0);

  private static final List<Cluster> ALL =
      List.of(
          v100("10gbe-v100x4", 4.564e9, 1.2216e9, new Overheads(80.3e-6, 26.1e-6, 0.14e-6)),
          v100("100gb-ib-v100x4", 4.762e9, 4.768e9, new Overheads(154.5e-6, 6.1e-6, 0.07e-6)),
          v100("100gbe-tcp-v100x4", 4.566e9, 2.3055e9, new Overheads(85.7e-6, 17.9e-6, 0.05e-6)),
          processors("25gbe-cpu", new Link(2.9e9, 25e-6)),
          processors("1gbe-cpu", new Link(0.117e9, 60e-6)),
          new Cluster(
                  "h100-nvlink-400g",
                  HOSTS,
                  8,
                  new Link(360e9, 2e-6),
                  new Link(8 * 48e9, 5e-6),
                  1500e9,
                  new Overheads(15e-6, 0, 0),
                  250e12,
                  80 * 0x1p30,
                  Disturbance.NONE)
              .with(Encoders.assumed(H100_ENCODING)),
          processors("wan-100mbit", new Link(0.0117e9, 20e-3)),
          new Cluster(
              "this-machine",
              1,
              64,
              new Link(10e9, 5e-6),
              new Link(10e9, 5e-6),
              10e9,
              OWN,
              5e10,
              8 * 0x1p30,
              Disturbance.NONE));

  private Presets() {}

  public static List<Cluster> all() {
    return ALL;
  }

  /** Refuses an unknown name with the nearest one. */
  public static Cluster named(String name) {
    var names = ALL.stream().map(Cluster::name).toList();
    return ALL.stream()
        .filter(cluster -> cluster.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no cluster '%s'%s: give a file or one of %s"
                        .formatted(
                            name,
                            Nearest.to(name, names)
                                .map(", did you mean '%s'?"::formatted)
                                .orElse(""),
                            String.join(", ", names))));
  }

  private static Cluster v100(String name, double inside, double between, Overheads overheads) {
    return new Cluster(
            name,
            HOSTS,
            4,
            new Link(inside, 0),
            new Link(between, 0),
            100e9,
            overheads,
            V100_OPERATIONS_PER_SECOND,
            32 * 0x1p30,
            Disturbance.NONE)
        .with(Encoders.assumed(V100_ENCODING));
  }

  /** Servers without accelerators, one rank each. */
  private static Cluster processors(String name, Link between) {
    return new Cluster(
            name,
            HOSTS,
            1,
            new Link(10e9, 5e-6),
            between,
            8e9,
            OWN,
            4e11,
            32 * 0x1p30,
            Disturbance.NONE)
        .with(Processors.PLENTY.computing(true));
  }
}
