package io.weft.command;

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

  /** What is meant, where there is such a thing. */
  TransportName resolved() {
    return switch (this) {
      case TCP, AUTO -> TCP;
      case LOCAL -> LOCAL;
      case SHM ->
          throw new IllegalArgumentException(
              "--transport shm: shared memory between processes is not there yet;"
                  + " give tcp, or local for threads of one process");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
