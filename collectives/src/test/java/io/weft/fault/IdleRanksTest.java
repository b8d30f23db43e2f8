package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that have joined and do nothing: what they take of a core is printed. That their signs
 * of life are due in time, {@code RhythmTest} shows on a virtual clock.
 */
@Tag("processes")
@EnabledOnOs(OS.LINUX)
class IdleRanksTest {
  private static final int RANKS = 4;

  /** Longer than a rank may be silent. */
  private static final Duration PAUSE = Duration.ofSeconds(6);

  @TempDir private Path recordings;
  @TempDir private Path folder;

  @Test
  @Tag("thorough")
  void are_not_lost_and_go_on_after_a_while() throws Exception {
    try (var job = RankProcesses.start(RANKS, recordings)) {
      for (var rank : job.all()) {
        rank.tell("join rest=all livenessMillis=5000 WEFT_TRANSPORT=shm WEFT_SHM_DIR=" + folder);
      }
      for (var rank : job.all()) {
        rank.await("resting");
      }
      long before = processorNanos(job);
      long start = System.nanoTime();
      assertThat(job.rank(0).outlives(PAUSE)).isTrue();
      double share = (double) (processorNanos(job) - before) / (System.nanoTime() - start);
      System.out.printf("%d idle ranks took %.2f %% of a core%n", RANKS, 100 * share);
      for (var rank : job.all()) {
        rank.tell("go on");
      }
      for (var rank : job.all()) {
        rank.awaitTurns();
      }
      job.stop();
    }
  }

  private static long processorNanos(RankProcesses job) throws IOException {
    long nanos = 0;
    for (var rank : job.all()) {
      try (Stream<Path> threads = Files.list(Path.of("/proc", "" + rank.pid(), "task"))) {
        for (var thread : threads.toList()) {
          nanos += processorNanos(thread);
        }
      }
    }
    return nanos;
  }

  private static long processorNanos(Path thread) throws IOException {
    try {
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", -1)[0]);
    } catch (NoSuchFileException e) {
      return 0; // It has ended since it was listed.
    }
  }
}
