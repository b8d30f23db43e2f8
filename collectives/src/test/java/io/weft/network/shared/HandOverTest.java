package io.weft.network.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lost wake-ups: notes go round in a circle of ranks that outnumber the cores, so that every one is
 * waited for by somebody who sleeps. {@code -Dweft.handovers=1000000} is the long form.
 */
@Timeout(600)
class HandOverTest {
  private static final int RANKS = 8;
  private static final int HAND_OVERS = Integer.getInteger("weft.handovers", 20_000);

  @Test
  void no_wake_up_is_lost_with_the_sleep_of_this_system() throws Exception {
    assertThat(overslept(Sleep.ofSystem(), HAND_OVERS)).isZero();
  }

  @Test
  void no_wake_up_is_lost_without_a_futex() throws Exception {
    assertThat(overslept(new Doze(), HAND_OVERS / 20)).isZero();
  }

  /** How often a rank slept to the end of its time although its note was there. */
  private static long overslept(Sleep sleep, int handOvers) throws Exception {
    try (var arena = Arena.ofShared();
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var memory = arena.allocate(Commons.byteCount(RANKS), 64);
      var parts = new ArrayList<Callable<Long>>();
      for (int rank = 0; rank < RANKS; rank++) {
        int number = rank;
        parts.add(() -> pass(memory, sleep, number, handOvers / RANKS));
      }
      long overslept = 0;
      for (var part : threads.invokeAll(parts)) {
        overslept += part.get();
      }
      return overslept;
    }
  }

  private static long pass(MemorySegment memory, Sleep sleep, int rank, int rounds) {
    int next = (rank + 1) % RANKS;
    var commons = new Commons(memory, RANKS, sleep);
    var bell = commons.bell(rank);
    int from = (rank + RANKS - 1) % RANKS;
    var incoming = commons.ring(from, rank);
    var outgoing = commons.ring(rank, next);
    for (int round = 0; round < rounds; round++) {
      if (rank != 0) {
        take(incoming, bell, from, round);
      }
      assertThat(outgoing.offer(new Note(Note.SIGNAL, round, 0, 0, 0, 0, 0))).isTrue();
      commons.bell(next).ring(rank);
      if (rank == 0) {
        take(incoming, bell, from, round);
      }
    }
    return bell.overslept();
  }

  private static void take(Ring incoming, Bell bell, int from, long expected) {
    while (!bell.await(incoming::hasNext, from, TimeUnit.SECONDS.toNanos(1))) {}
    var note = incoming.poll();
    assertThat(note).isEqualTo(new Note(Note.SIGNAL, expected, 0, 0, 0, 0, 0));
  }
}
