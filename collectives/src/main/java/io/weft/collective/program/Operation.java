package io.weft.collective.program;

import java.util.Locale;

/**
 * What ranks can do together. The data is cut into one block per rank where blocks matter; block
 * <i>r</i> is what belongs to rank <i>r</i>.
 */
public enum Operation {
  /** Every rank ends with the combination of all. */
  ALL_REDUCE,
  /** Rank r ends with block r of the combination of all; its other blocks are unspecified. */
  REDUCE_SCATTER,
  /** Every rank gives its block and ends with all blocks. */
  ALL_GATHER,
  /** Every rank ends with the root's data. */
  BROADCAST,
  /** The root ends with the combination of all; the data of the others is left as it was. */
  REDUCE,
  /** Every rank gives its block; the root ends with all. */
  GATHER,
  /** The root gives all blocks; every rank ends with its own. */
  SCATTER,
  /** Block j of rank i's input becomes block i of rank j's data. */
  ALL_TO_ALL,
  /** No rank leaves before all have entered. */
  BARRIER;

  /** The name used on command lines and in JSON: {@code all-reduce}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether contributions of several ranks are combined. */
  public boolean reduces() {
    return this == ALL_REDUCE || this == REDUCE_SCATTER || this == REDUCE;
  }

  /** Whether one rank has a part of its own. */
  public boolean rooted() {
    return this == BROADCAST || this == REDUCE || this == GATHER || this == SCATTER;
  }

  /** Whether the data is cut into one block per rank. */
  public boolean blocked() {
    return switch (this) {
      case REDUCE_SCATTER, ALL_GATHER, GATHER, SCATTER, ALL_TO_ALL -> true;
      case ALL_REDUCE, BROADCAST, REDUCE, BARRIER -> false;
    };
  }
}
