package io.weft.network.handshake;

import java.time.Duration;

/** How much a peer may ask of us, and why no more. */
public final class Limits {
  /** The largest frame: a sentence or a host name with room to spare, never data. */
  public static final int FRAME_BYTES_MAX = 2048;

  /** The longest host name; DNS allows 253 characters. */
  public static final int HOST_NAME_BYTES_MAX = 255;

  /** The longest refusal: a few lines of a terminal. */
  public static final int SENTENCE_BYTES_MAX = 1536;

  /** The longest program version; it has a field of fixed length in {@link Hello}. */
  public static final int PROGRAM_BYTES_MAX = 32;

  /** The most ranks: in a full mesh each rank needs sockets for every other one. */
  public static final int WORLD_MAX = 4096;

  /** The most streams between two ranks, and the most addresses of a rank: links of one host. */
  public static final int STREAMS_MAX = 16;

  /**
   * Connections that may be in their handshake beyond one for each rank. The right ranks need
   * milliseconds, so when the room is full the one that waits longest is shown out.
   */
  public static final int STRANGERS_WAITING_MAX = 64;

  /** Time for one handshake: three messages of a hundred bytes, on a slow link and a busy host. */
  public static final Duration HANDSHAKE_TIME = Duration.ofSeconds(5);

  private Limits() {}
}
