package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LookoutTest {
  private static final int WAITS = 1000;

  private long nanos;
  private long looks;

  /** How many of many waits had a look, each of which takes some microseconds. */
  private int waitsWithLook(int comesAfterLooks, long microsEach) throws IOException {
    var lookout = new Lookout(() -> nanos);
    int with = 0;
    for (int wait = 0; wait < WAITS; wait++) {
      looks = 0;
      lookout.look(
          () -> {
            nanos += TimeUnit.MICROSECONDS.toNanos(microsEach);
            return looks++ >= comesAfterLooks;
          });
      with += looks > 0 ? 1 : 0;
    }
    return with;
  }

  @Test
  void what_comes_at_once_or_soon_is_always_looked_for() throws IOException {
    assertThat(waitsWithLook(0, 1)).isEqualTo(WAITS);
    assertThat(looks).isEqualTo(1);
    assertThat(waitsWithLook(20, 2)).isEqualTo(WAITS);
    assertThat(looks).isEqualTo(21);
  }

  @Test
  void what_does_not_come_is_looked_for_ever_more_rarely() throws IOException {
    // Between two looks there are 1, 3, 7, 15, 31, 63 and from then on 64 waits without.
    assertThat(waitsWithLook(Integer.MAX_VALUE, 2)).isEqualTo(7 + (WAITS - 127) / 65);
    assertThat(looks).isLessThan(30);
  }

  @Test
  void so_is_what_comes_while_others_run_for_long() throws IOException {
    assertThat(waitsWithLook(1, 3000)).isLessThan(WAITS / 40);
  }
}
