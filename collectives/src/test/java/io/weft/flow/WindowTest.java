package io.weft.flow;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Intake;
import io.weft.trials.Draw;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class WindowTest {
  private static final long MEGABYTE = 1 << 20;
  private static final int CHUNKS = 2_000;

  /** A link that carries one chunk after the other and acknowledges each when it has come. */
  private static final class Link {
    private record UnderWay(long position, long acknowledgedNanos) {}

    private final double bytesPerSecond;
    private final long roundTripNanos;
    private final long lateNanos;
    private final Window window = new Window(false);
    private final ArrayDeque<UnderWay> chunks = new ArrayDeque<>();
    private long nanos;
    private long freeNanos;
    private long sent;
    private long acknowledged;

    Link(double bytesPerSecond, long roundTripNanos) {
      this(bytesPerSecond, roundTripNanos, 0);
    }

    /** With acknowledgements that come so much later while more than one chunk is under way. */
    Link(double bytesPerSecond, long roundTripNanos, long lateNanos) {
      this.bytesPerSecond = bytesPerSecond;
      this.roundTripNanos = roundTripNanos;
      this.lateNanos = lateNanos;
    }

    /** Sends so many chunks, each as soon as it may go. */
    Link carry(int count) {
      for (int i = 0; i < count; i++) {
        int bytes = window.chunkBytes() + Header.BYTES;
        while (sent > acknowledged && sent + bytes - acknowledged > window.bytes()) {
          takeAcknowledgement();
        }
        boolean alone = sent == acknowledged;
        sent += bytes;
        window.sent(sent, acknowledged, alone, true, nanos);
        freeNanos = Math.max(nanos, freeNanos) + (long) (bytes / bytesPerSecond * 1e9);
        chunks.add(new UnderWay(sent, freeNanos + roundTripNanos + (alone ? 0 : lateNanos)));
      }
      return this;
    }

    private void takeAcknowledgement() {
      var first = chunks.remove();
      nanos = Math.max(nanos, first.acknowledgedNanos);
      acknowledged = first.position;
      window.acknowledged(acknowledged, nanos);
    }

    /** How much of what the link could have carried it has. */
    double use() {
      return sent / bytesPerSecond / (freeNanos / 1e9);
    }
  }

  @Test
  void a_chunk_is_four_milliseconds_of_the_link_within_bounds() {
    assertThat(new Link(100 * MEGABYTE, 50_000).carry(CHUNKS).window.chunkBytes())
        .isBetween((int) (0.3 * MEGABYTE), (int) (0.5 * MEGABYTE));
    assertThat(new Link(MEGABYTE, 50_000).carry(CHUNKS).window.chunkBytes())
        .isEqualTo(Window.CHUNK_MIN);
    assertThat(new Link(5_000 * MEGABYTE, 50_000).carry(CHUNKS).window.chunkBytes())
        .isEqualTo(Window.CHUNK_MAX);
  }

  @Test
  void a_link_is_kept_busy_whatever_its_rate_and_round_trip() {
    for (long rate : List.of(10 * MEGABYTE, 125 * MEGABYTE, 1_250 * MEGABYTE)) {
      for (long roundTrip : List.of(50_000L, 500_000L, 5_000_000L)) {
        assertThat(new Link(rate, roundTrip).carry(CHUNKS).use())
            .as("use of %d bytes per second with %d ns", rate, roundTrip)
            .isGreaterThan(0.9);
      }
    }
  }

  /** As in a ring, where they queue behind what the peer sends to the next. */
  @Test
  void a_link_is_kept_busy_though_acknowledgements_wait_on_a_busy_way_back() {
    for (long rate : List.of(25 * MEGABYTE, 125 * MEGABYTE)) {
      assertThat(new Link(rate, 100_000, 16_000_000).carry(CHUNKS).use())
          .as("use of %d bytes per second", rate)
          .isGreaterThan(0.99);
    }
  }

  /** Or an urgent chunk would wait for long: the queue before the link is not part of the link. */
  @Test
  void a_window_does_not_feed_on_its_own_queue() {
    for (long rate : List.of(25 * MEGABYTE, 125 * MEGABYTE)) {
      var window = new Link(rate, 100_000).carry(15 * CHUNKS).window;
      assertThat(window.bytes() / (double) rate).as("seconds of the link").isLessThan(0.028);
    }
  }

  @Test
  void a_link_that_becomes_slower_is_believed() {
    var fast = new Link(1_000 * MEGABYTE, 100_000).carry(CHUNKS);
    var slow = new Link(20 * MEGABYTE, 100_000);
    int before = fast.window.chunkBytes();
    for (int i = 0; i < CHUNKS; i++) {
      long sent = fast.sent + (i + 1L) * Window.CHUNK_MIN;
      long nanos = fast.nanos + (long) (i * (Window.CHUNK_MIN / slow.bytesPerSecond) * 1e9);
      fast.window.sent(sent, sent - Window.CHUNK_MIN, true, true, nanos);
      fast.window.acknowledged(sent, nanos + 2_000_000);
    }
    assertThat(fast.window.chunkBytes()).isLessThan(before / 4);
  }

  /** Or it would fall out of the caches; between hosts the same link has more. */
  @Test
  void within_a_host_less_is_under_way() {
    forAll(draw -> assertThat(shaken(draw, true).bytes()).isLessThan(3 * MEGABYTE));
    var link = new Link(3_000 * MEGABYTE, 500_000).carry(CHUNKS);
    assertThat(link.window.bytes()).isGreaterThan(6 * MEGABYTE);
  }

  @Test
  void two_chunks_always_fit() {
    forAll(
        draw -> {
          var window = shaken(draw, draw.oneOf(CHOICES));
          assertThat(window.chunkBytes()).isBetween(Window.CHUNK_MIN, Window.CHUNK_MAX);
          assertThat(window.chunkBytes() % Intake.GRAIN_BYTES).isZero();
          long two = 2L * (window.chunkBytes() + Header.BYTES);
          assertThat(window.bytesGivingWay()).isBetween(two, window.bytes());
        });
  }

  /**
   * A sender asks once a chunk's worth is under way; what it has not asked about never keeps the
   * next chunk from going, even if chunks have become smaller since.
   */
  @Test
  void a_full_window_has_been_asked_about() {
    forAll(
        draw -> {
          var window = shaken(draw, draw.oneOf(CHOICES));
          long asked = window.chunkBytes();
          window.sent(1L << 40, (1L << 40) - draw.between(1, 10_000_000), true, true, 1L << 50);
          window.acknowledged(1L << 40, (1L << 50) + draw.between(1, 1 << 30));
          long room = window.bytesGivingWay() - window.chunkBytes() - Header.BYTES;
          assertThat(asked).isLessThanOrEqualTo(room);
        });
  }

  /** After samples without any sense. */
  private static Window shaken(Draw draw, boolean withinHost) {
    var window = new Window(withinHost);
    long position = 0;
    long nanos = 0;
    for (int i = draw.between(0, 50); i > 0; i--) {
      position += draw.between(1, 2_000_000);
      window.sent(
          position,
          position - draw.between(1, 10_000_000),
          draw.oneOf(CHOICES),
          draw.oneOf(CHOICES),
          nanos);
      nanos += draw.between(0, 2_000_000_000);
      window.acknowledged(position, nanos);
    }
    return window;
  }

  private static final List<Boolean> CHOICES = List.of(true, false);
}
