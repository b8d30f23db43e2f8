package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.cluster.Link;
import io.weft.cluster.Overheads;
import io.weft.cluster.Presets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The networks of the survey, each with the preset that carries its constants. */
enum Network {
  ETHERNET_10("10GbE-TCP", "10gbe-v100x4", 1.25e9),
  INFINIBAND_100("100GbIB-RDMA", "100gb-ib-v100x4", 12.5e9),
  ETHERNET_100("100GbE-TCP", "100gbe-tcp-v100x4", 12.5e9);

  /** PCI Express 3.0 with 16 lanes. */
  private static final double INSIDE_LINE_RATE = 15.75e9;

  private final String label;
  private final String preset;
  private final double lineRate;

  Network(String label, String preset, double lineRate) {
    this.label = label;
    this.preset = preset;
    this.lineRate = lineRate;
  }

  String label() {
    return label;
  }

  static Network labelled(String label) {
    return Arrays.stream(values())
        .filter(network -> network.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no network '%s': give one of %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Network::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** With the constants that were fitted. */
  Cluster cluster() {
    return Presets.named(preset);
  }

  /** What one would say without having measured anything. */
  Cluster parameterFree() {
    return cluster().with(new Link(INSIDE_LINE_RATE, 0), new Link(lineRate, 0), Overheads.NONE);
  }

  /** Where a fit begins. */
  Cluster guess() {
    return cluster()
        .with(
            new Link(INSIDE_LINE_RATE / 3, 0),
            new Link(Math.min(lineRate, INSIDE_LINE_RATE / 6), 0),
            new Overheads(1e-4, 1e-5, 1e-5));
  }
}
