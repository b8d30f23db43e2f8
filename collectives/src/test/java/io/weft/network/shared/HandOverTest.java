package io.weft.network.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Thorough;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lost wake-ups: notes go round in a circle of ranks that outnumber the cores, so that every one is
 * waited for by somebody who sleeps. In thorough runs there are a million.
 */
@Tag("sampled")
@Timeout(600)
class HandOverTest {
  private static final int RANKS = 8;
  private static final int HAND_OVERS = Thorough.either(5_000, 1_000_000);

  @Test
  void no_wake_up_is_lost_with_the_sleep_of_this_system() throws Exception {
    assertThat(overslept(Sleep.ofSystem(), HAND_OVERS / RANKS, HandOverTest::pass)).isZero();
  }

  @Test
  void no_wake_up_is_lost_where_all_meet_all() throws Exception {
    int rounds = HAND_OVERS / (RANKS * (RANKS - 1));
    assertThat(overslept(Sleep.ofSystem(), rounds, HandOverTest::meet)).isZero();
  }

  @Test
  void no_wake_up_is_lost_without_a_futex() throws Exception {
    assertThat(overslept(new Doze(), HAND_OVERS / RANKS / 20, HandOverTest::pass)).isZero();
  }

  private interface Part {
    long play(Commons commons, int rank, int rounds);
  }

  /** How often a rank slept to the end of its time although its note was there. */
  private static long overslept(Sleep sleep, int rounds, Part part) throws Exception {
    try (var arena = Arena.ofShared();
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var memory = arena.allocate(Commons.byteCount(RANKS), 64);
      var parts = new ArrayList<Callable<Long>>();
      for (int rank = 0; rank < RANKS; rank++) {
        int number = rank;
        parts.add(() -> part.play(new Commons(memory, RANKS, sleep), number, rounds));
      }
      long overslept = 0;
      for (var played : threads.invokeAll(parts)) {
        overslept += played.get();
      }
      return overslept;
    }
  }

  private static long meet(Commons commons, int rank, int rounds) {
    var bell = commons.bell(rank);
    var others = IntStream.range(0, RANKS).filter(it -> it != rank).boxed().toList();
    var outgoing = others.stream().map(it -> commons.ring(rank, it)).toList();
    var incoming = others.stream().map(it -> commons.ring(it, rank)).toList();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < others.size(); i++) {
        assertThat(outgoing.get(i).offer(note(round))).isTrue();
        commons.bell(others.get(i)).ring(rank);
      }
      for (int i = 0; i < others.size(); i++) {
        take(incoming.get(i), bell, others.get(i), round);
      }
    }
    return bell.overslept();
  }

  private static Note note(long round) {
    return new Note(Note.SIGNAL, round, 0, 0, 0, 0, 0);
  }

  private static long pass(Commons commons, int rank, int rounds) {
    int next = (rank + 1) % RANKS;
    var bell = commons.bell(rank);
    int from = (rank + RANKS - 1) % RANKS;
    var incoming = commons.ring(from, rank);
    var outgoing = commons.ring(rank, next);
    for (int round = 0; round < rounds; round++) {
      if (rank != 0) {
        take(incoming, bell, from, round);
      }
      assertThat(outgoing.offer(note(round))).isTrue();
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
    assertThat(note).isEqualTo(note(expected));
  }
}
