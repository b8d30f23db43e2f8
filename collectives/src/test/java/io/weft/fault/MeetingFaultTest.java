package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One of three ranks does not come to the rendezvous, or not all the way: the others name it. */
@Tag("processes")
class MeetingFaultTest {
  private static final String JOIN = "join timeoutMillis=8000";
  private static final Duration REGISTERED = Duration.ofSeconds(2);

  @TempDir private Path folder;

  private RankProcesses job;

  @BeforeEach
  void start() throws Exception {
    job = RankProcesses.start(3, folder);
  }

  @AfterEach
  void close() {
    job.close();
  }

  @Test
  @Tag("thorough")
  void a_rank_that_never_came() throws Exception {
    long start = System.nanoTime();
    job.rank(0).tell(JOIN);
    job.rank(1).tell(JOIN);
    assertNamed("never came", start, 2, "^RendezvousTimeout.* of 3 ranks came 0, 1; missing: 2");
    assertThat(job.rank(2).awaitExit()).isZero();
  }

  @Test
  void a_rank_that_was_killed_after_it_had_come() throws Exception {
    long killed;
    try (var victim = RankProcess.start(VictimRank.class, job.variables(1))) {
      victim.await("ready");
      job.rank(0).tell(JOIN);
      victim.tell(VictimRank.REGISTERED);
      victim.await("reached");
      killed = victim.signal("KILL");
    }
    job.rank(2).tell(JOIN);
    assertNamed(
        "killed",
        killed,
        1,
        "^RendezvousTimeout.* came 0, 2; missing: 1; rank 1 registered .* but went before all");
  }

  @Test
  @Tag("thorough")
  void a_rank_that_is_frozen_after_it_has_come() throws Exception {
    job.rank(0).tell(JOIN);
    job.rank(1).tell(JOIN);
    awaitRegistered(job.rank(1));
    long frozen = job.rank(1).signal("STOP");
    job.rank(2).tell(JOIN);
    assertNamed(
        "frozen",
        frozen,
        1,
        "^RendezvousTimeoutException: rank 1 at .* came to the rendezvous but did not answer");
    job.rank(1).signal("CONT");
    assertThat(job.rank(1).await("failed ").rest())
        .containsPattern("PeerLost|RendezvousTimeout|Address");
    assertThat(job.rank(1).awaitExit()).isZero();
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(strings = {"KILL", "STOP"})
  void the_rank_at_which_all_meet(String signal) throws Exception {
    job.rank(0).tell(JOIN);
    job.rank(1).tell(JOIN);
    awaitRegistered(job.rank(1));
    long sent = job.rank(0).signal(signal);
    job.rank(2).tell(JOIN);
    assertNamed("got SIG" + signal, sent, 0, "Exception: .*rank 0\\b");
  }

  /** A rank listens when it has proved itself; soon after, the master knows it. */
  private static void awaitRegistered(RankProcess rank) throws Exception {
    OpenPorts.awaitListener(rank.pid());
    assertThat(rank.outlives(REGISTERED)).isTrue();
  }

  private void assertNamed(String how, long start, int victim, String naming) throws Exception {
    var told = new ArrayList<String>();
    for (var survivor : job.allBut(victim)) {
      var line = survivor.await("failed ");
      told.add("%d ms: %s".formatted(line.millisSince(start), line.rest()));
      assertThat(line.rest()).containsPattern(naming);
      assertThat(survivor.awaitExit()).isZero();
    }
    System.out.printf("rank %d of a meeting %s: %s%n", victim, how, told);
  }
}
