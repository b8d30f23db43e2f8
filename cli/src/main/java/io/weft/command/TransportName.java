package io.weft.command;

import io.weft.join.Rank;
import io.weft.join.Sharing;
import java.util.Locale;

/** What ranks of a benchmark are and how they talk. */
enum TransportName {
  /** Processes over sockets. */
  TCP,
  /** Processes over shared memory. */
  SHM,
  /** Threads of one process. */
  LOCAL,
  /** The fastest that processes have. */
  AUTO;

  /** What processes are told. */
  Sharing.Medium medium() {
    return switch (this) {
      case TCP -> Sharing.Medium.TCP;
      case SHM -> Sharing.Medium.SHM;
      case AUTO -> Sharing.Medium.AUTO;
      case LOCAL -> throw new AssertionError("threads of one process are told nothing");
    };
  }

  /** What the ranks of a job use. */
  static TransportName of(Rank rank) {
    return rank.sharesMemory() ? SHM : TCP;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
