package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.network.socket.Addresses;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGSTOP of one of three ranks: a short one is no loss, and a long one is. */
@Tag("processes")
class FrozenRankTest {
  /** Longer than ranks of a busy machine are away. */
  private static final Duration LIVENESS = Duration.ofSeconds(8);

  /** With the time since its last word it is still shorter than the silence of a lost rank. */
  private static final Duration PAUSE = Duration.ofMillis(1500);

  @TempDir private Path folder;

  @Test
  @Tag("thorough")
  void a_rank_that_is_frozen_is_lost_once_it_was_silent_for_too_long() throws Exception {
    try (var job = RankProcesses.start(3, folder)) {
      job.join("bytes=65536 livenessMillis=" + LIVENESS.toMillis());
      pauseBriefly(job);
      assertFrozenRankIsLost(job, 1);
      assertZombieEnds(job.rank(1));
    }
  }

  @Test
  @Tag("thorough")
  void a_rank_that_is_frozen_in_a_pause_is_lost_too() throws Exception {
    try (var job = RankProcesses.start(3, folder)) {
      job.join("bytes=4194304 livenessMillis=" + LIVENESS.toMillis());
      job.rank(0).tell("pause");
      job.rank(0).await("paused");
      assertFrozenRankIsLost(job, 0);
      job.rank(0).tell("go on");
      assertZombieEnds(job.rank(0));
    }
  }

  private static void pauseBriefly(RankProcesses job) throws Exception {
    long stopped = job.rank(1).signal("STOP");
    assertThat(job.rank(1).outlives(PAUSE)).isTrue();
    job.rank(1).signal("CONT");
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - stopped);
    System.out.printf("froze rank 1 for %d ms of %d ms%n", millis, LIVENESS.toMillis());
    assumeTrue(millis < LIVENESS.toMillis() / 2, "this machine was away itself");
    for (var rank : job.all()) {
      rank.awaitTurns();
    }
  }

  private static void assertFrozenRankIsLost(RankProcesses job, int victim) throws Exception {
    long frozen = job.rank(victim).signal("STOP");
    var told = new ArrayList<String>();
    for (var survivor : job.allBut(victim)) {
      var line = survivor.await("failed ");
      told.add(line.millisSince(frozen) + " ms");
      assertThat(line.rest())
          .startsWith("PeerLostException: rank %d (%s, ".formatted(victim, Addresses.hostName()))
          .containsPattern(
              " is lost: it has been silent for \\d+\\.\\d s; .* was in all-reduce #\\d+");
      survivor.await("closed");
      assertThat(survivor.awaitExit()).isZero();
    }
    System.out.printf(
        "froze rank %d, lost after %d ms: the others told after %s%n",
        victim, LIVENESS.toMillis(), told);
  }

  /** It wakes up in a job that is over. */
  private static void assertZombieEnds(RankProcess zombie) throws Exception {
    long woken = zombie.signal("CONT");
    var line = zombie.await("failed ");
    System.out.printf("woken, and told after %d ms: %s%n", line.millisSince(woken), line.rest());
    assertThat(line.rest()).startsWith("PeerLostException: ");
    zombie.await("closed");
    assertThat(zombie.awaitExit()).isZero();
  }
}
