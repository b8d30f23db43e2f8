package io.weft.schedule.graph;

import java.util.List;

/** How much of a bucket a task works on. */
public enum Extent {
  /** All of it. */
  WHOLE,
  /** The block that belongs to this rank. */
  SHARD;

  /** The parts that it covers, as the proof sees them. */
  List<Part> parts() {
    return switch (this) {
      case WHOLE -> List.of(Part.OWN, Part.REST);
      case SHARD -> List.of(Part.OWN);
    };
  }

  /** A bucket as one rank sees it: the shard that it owns, and the rest. */
  enum Part {
    OWN("own shard"),
    REST("other shards");

    private final String label;

    Part(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
