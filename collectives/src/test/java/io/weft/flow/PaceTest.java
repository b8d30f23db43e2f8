package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
  private static final int CHUNK = 480_000;
  private static final int PACKETS = 64_000;
  private static final double SLOW = 120e6;
  private static final double FAST = 1e9;

  private final Pace pace = new Pace();
  private long nanos;
  private int wakes;
  private long longestNanos;

  /** Reads a chunk that comes at a rate, and wakes up for every few packets unless it sleeps. */
  private void read(int chunk, double bytesPerSecond, long pauseNanos) {
    long start = nanos;
    wakes = 0;
    longestNanos = 0;
    pace.begin();
    for (int taken = 0; taken < chunk; ) {
      wakes++;
      long flowing = Math.max(0, nanos - start - pauseNanos);
      int here = (int) Math.min(chunk, PACKETS + bytesPerSecond * flowing / 1e9);
      taken = Math.max(taken, here);
      long sleep = pace.rest(chunk - taken, nanos);
      longestNanos = Math.max(longestNanos, sleep);
      nanos += Math.max(sleep, (long) (PACKETS / bytesPerSecond * 1e9));
    }
  }

  private void readOften(double bytesPerSecond) {
    for (int i = 0; i < 50; i++) {
      read(CHUNK, bytesPerSecond, 0);
    }
  }

  @Test
  void before_anything_is_known_nobody_sleeps() {
    read(CHUNK, SLOW, 0);
    assertThat(longestNanos).isZero();
  }

  @Test
  void on_a_slow_link_few_wakes_are_left_and_none_is_late() {
    read(CHUNK, SLOW, 0);
    int before = wakes;
    for (int i = 0; i < 50; i++) {
      long start = nanos;
      read(CHUNK, SLOW, 0);
      double packet = PACKETS / SLOW * 1e9;
      assertThat(wakes).isLessThanOrEqualTo(before / 2);
      assertThat((double) (nanos - start)).isLessThan(CHUNK / SLOW * 1e9 + 2 * packet);
    }
  }

  @Test
  void on_a_fast_link_nobody_sleeps() {
    readOften(FAST);
    read(CHUNK, FAST, 0);
    assertThat(longestNanos).isZero();
  }

  @Test
  void nobody_sleeps_for_little() {
    readOften(SLOW);
    read(Pace.WORTH_BYTES - 1, SLOW, 0);
    assertThat(longestNanos).isZero();
  }

  @Test
  void a_pause_of_the_sender_does_not_make_the_reader_late() {
    readOften(SLOW);
    read(CHUNK, SLOW, 1_000_000_000);
    long start = nanos;
    read(CHUNK, SLOW, 0);
    assertThat((double) (nanos - start)).isLessThan(1.3 * CHUNK / SLOW * 1e9);
  }

  @Test
  void however_slow_the_link_no_sleep_is_longer_than_the_time_of_a_chunk() {
    readOften(SLOW / 10);
    assertThat(longestNanos).isEqualTo(Pace.SLEEP_NANOS_MOST);
  }

  @Test
  void a_link_that_becomes_fast_is_believed() {
    readOften(SLOW);
    readOften(FAST);
    assertThat(longestNanos).isZero();
  }
}
