package io.weft.flow;

import io.weft.network.Intake;
import java.util.concurrent.TimeUnit;

/**
 * How much may be under way on one connection, and how large a chunk is.
 *
 * <p>A chunk is what the connection carries in about four milliseconds, so that an urgent one never
 * waits for long; the window is six chunks and twice what the connection holds at its best rate and
 * its shortest round trip, so that it does not run dry, even if acknowledgements wait behind what
 * the peer sends. Within a host it is at most two and a half chunks of the largest: what is under
 * way lies in memory that both ends share, and more of it would fall out of the caches before it is
 * read. Chunk and window come from acknowledgements: one chunk at a time is marked when it is sent,
 * and when it is acknowledged that gives a round trip and the rate during it. Only what was sent
 * while more was waiting can lower the rate: else it says how much there was to send, and not how
 * fast the connection is. Only what was sent alone tells the round trip: else it measures our own
 * queue, and the window would feed on itself. Guarded by the lock of the pair.
 */
final class Window {
  private static final double CHUNK_SECONDS = 4e-3;
  static final int CHUNK_MIN = 32 << 10;
  static final int CHUNK_MAX = Header.LENGTH_MAX;
  private static final int WINDOW_CHUNKS = 6;
  private static final long WINDOW_MAX = 16L << 20;
  private static final long WINDOW_MAX_WITHIN_HOST = 5L * CHUNK_MAX / 2;

  /** Old records fade with each sample, so that a path that has become slower is believed. */
  private static final double FADING = 0.02;

  /** How often chunks are marked behind which nothing waits: they say little that is new. */
  private static final long LEISURE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final long mostBytes;
  private double bytesPerSecond;
  private double roundTripSeconds;

  /** The marked position, negative when none is; and how things were when it was sent. */
  private long mark = -1;

  private long markNanos;
  private long markAcknowledged;
  private boolean markBusy;
  private boolean markAlone;

  /**
   * @param withinHost whether nothing leaves this host
   */
  Window(boolean withinHost) {
    this.mostBytes = withinHost ? WINDOW_MAX_WITHIN_HOST : WINDOW_MAX;
  }

  int chunkBytes() {
    long bytes = (long) (bytesPerSecond * CHUNK_SECONDS);
    return Math.clamp(bytes, CHUNK_MIN, CHUNK_MAX) / Intake.GRAIN_BYTES * Intake.GRAIN_BYTES;
  }

  long bytes() {
    long held = (long) (2 * bytesPerSecond * roundTripSeconds);
    return Math.min(held + (long) WINDOW_CHUNKS * (chunkBytes() + Header.BYTES), mostBytes);
  }

  /**
   * How much of a message may be under way that is less urgent than an operation of this rank: two
   * chunks, and a short one. The urgent operation has nothing to send only for the moment, and then
   * waits for what fills that moment.
   */
  long bytesGivingWay() {
    return Math.min(bytes(), 5L * chunkBytes() / 2);
  }

  /**
   * Notes that a chunk has been sent; whether it was marked, so that the peer is to say when it has
   * taken it in.
   *
   * @param position the end of the chunk on the connection
   * @param acknowledged how far the peer is
   * @param alone whether nothing else is under way
   * @param busy whether more is waiting to be sent
   */
  boolean sent(long position, long acknowledged, boolean alone, boolean busy, long nanos) {
    boolean due = busy || bytesPerSecond == 0 || nanos - markNanos >= LEISURE_NANOS;
    if (mark >= 0 || !due) {
      return false;
    }
    mark = position;
    markNanos = nanos;
    markAcknowledged = acknowledged;
    markBusy = busy;
    markAlone = alone;
    return true;
  }

  /** Notes that the peer has taken in everything up to a position. */
  void acknowledged(long position, long nanos) {
    if (mark < 0 || position < mark) {
      return;
    }
    double seconds = Math.max(1e-6, (nanos - markNanos) / 1e9);
    double rate = (position - markAcknowledged) / seconds;
    bytesPerSecond = Math.max(rate, markBusy ? bytesPerSecond * (1 - FADING) : bytesPerSecond);
    if (markAlone || roundTripSeconds == 0) {
      roundTripSeconds =
          roundTripSeconds == 0 ? seconds : Math.min(seconds, roundTripSeconds * (1 + FADING));
    }
    mark = -1;
  }
}
