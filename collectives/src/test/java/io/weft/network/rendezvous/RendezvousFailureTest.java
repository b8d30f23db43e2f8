package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Token;
import io.weft.trials.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Real sockets, and ranks that wait in vain. */
@Tag("sampled")
@Tag("processes")
class RendezvousFailureTest {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  @Test
  void a_missing_rank_is_named_on_every_rank_that_came() {
    guarded(
        () -> {
          var ranks = hurried(Ranks.onLoopback().all(4));
          ranks.remove(2);
          assertThat(Ranks.failures(ranks))
              .hasSize(3)
              .allSatisfy(
                  failure ->
                      assertThat(failure)
                          .isInstanceOf(RendezvousTimeoutException.class)
                          .hasMessage(
                              "the rendezvous timed out after 3 s: of 4 ranks came 0, 1, 3; "
                                  + "missing: 2; look at these ranks, or raise the timeout"));
        });
  }

  @Test
  void a_rank_with_another_token_is_told_so_and_missed_by_the_others() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = hurried(meeting.all(3));
          var other = Token.of("not the token of this job");
          ranks.set(1, meeting.options(Ranks.identity(1, 3), other).withTimeout(Ranks.SHORT));
          var failures = Ranks.failures(ranks);
          assertThat(failures.get(1))
              .isInstanceOf(AuthenticationException.class)
              .hasMessage(
                  "rank 0 does not accept the token of rank 1: give both the same WEFT_TOKEN");
          assertThat(List.of(failures.get(0), failures.get(2)))
              .allSatisfy(
                  failure ->
                      assertThat(failure)
                          .isInstanceOf(RendezvousTimeoutException.class)
                          .hasMessageContaining(
                              "missing: 1; connections dropped without the right token: 1, "
                                  + "from 127.0.0.1:")
                          .hasMessageContaining(" (a stranger claimed to be rank 1);"));
        });
  }

  @Test
  void another_program_version_is_refused_with_both_values_on_all_sides() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3);
          var other = RendezvousOptions.identity(2, 3, "0.2", "job");
          ranks.set(2, meeting.options(other, Ranks.TOKEN));
          assertAllGet(
              ranks,
              ConfigurationDiffersException.class,
              "program versions differ: 0.1 on rank 0, 0.2 on rank 2");
        });
  }

  @Test
  void another_job_configuration_is_refused_with_both_values_on_all_sides() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3);
          var other = RendezvousOptions.identity(1, 3, "0.1", "another job");
          ranks.set(1, meeting.options(other, Ranks.TOKEN));
          assertAllGet(
              ranks,
              ConfigurationDiffersException.class,
              "job configurations (fingerprints) differ: %s on rank 0, %s on rank 1"
                  .formatted(
                      Ranks.identity(0, 3).fingerprint().abbreviated(),
                      other.fingerprint().abbreviated()));
        });
  }

  /** Whatever is still on its way when rank 0 says so. */
  @Test
  void ranks_that_differ_hear_so_every_time() {
    guarded(
        () -> {
          for (int time = 0; time < Thorough.either(30, 300); time++) {
            var meeting = Ranks.onLoopback();
            var ranks = meeting.all(2);
            var other = RendezvousOptions.identity(1, 2, "0.1", "another job");
            ranks.set(1, meeting.options(other, Ranks.TOKEN));
            assertAllGet(
                ranks, ConfigurationDiffersException.class, "job configurations (fingerprints)");
          }
        });
  }

  @Test
  void two_ranks_of_one_number_are_named_with_their_addresses_even_to_latecomers() {
    guarded(
        () -> {
          var ranks = Ranks.onLoopback().all(4);
          var failures = new ArrayList<Throwable>();
          try (var thread = Executors.newSingleThreadExecutor()) {
            var master = thread.submit(() -> Ranks.failures(ranks.subList(0, 1)));
            failures.addAll(Ranks.failures(List.of(ranks.get(3), ranks.get(3))));
            failures.addAll(Ranks.failures(ranks.subList(1, 3)));
            failures.addAll(master.get());
          }
          assertThat(failures)
              .allSatisfy(
                  failure ->
                      assertThat(failure)
                          .isInstanceOf(RankConflictException.class)
                          .message()
                          .matches(
                              "rank 3 \\(.*, 127.0.0.1:\\d+\\) and rank 3 \\(.*, 127.0.0.1:\\d+\\)"
                                  + " have the same number: give each its own"));
          assertThat(failures).extracting(Throwable::getMessage).containsOnly(message(failures));
        });
  }

  @Test
  void another_world_is_refused_on_all_sides() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          var ranks = meeting.all(3);
          ranks.set(2, meeting.options(2, 8));
          assertAllGet(ranks, RankConflictException.class, "belongs to a world of 8 ranks, rank 0");
        });
  }

  @Test
  void a_rank_outside_its_world_is_refused_at_once() throws IOException {
    try (var listener = Ranks.onLoopback().listener()) {
      var meeting = new Ranks(listener, (InetSocketAddress) listener.getLocalAddress());
      assertThatThrownBy(() -> meeting.options(4, 4))
          .isInstanceOf(RankConflictException.class)
          .hasMessage("rank 4 is not within the world of 4: ranks are 0 to 3");
    }
  }

  @Test
  void an_occupied_address_is_named() {
    guarded(
        () -> {
          try (var occupied = Ranks.onLoopback().listener()) {
            var master = (InetSocketAddress) occupied.getLocalAddress();
            var options = RendezvousOptions.of(Ranks.identity(0, 2), master, Ranks.TOKEN);
            assertThatThrownBy(() -> Rendezvous.meet(options))
                .isInstanceOf(AddressException.class)
                .hasMessageStartingWith("rank 0 cannot listen at 127.0.0.1:" + master.getPort());
          }
        });
  }

  @Test
  void a_master_without_an_address_is_named() {
    guarded(
        () -> {
          var master = InetSocketAddress.createUnresolved("no-such-host.invalid", 29500);
          var options = RendezvousOptions.of(Ranks.identity(0, 2), master, Ranks.TOKEN);
          assertThatThrownBy(() -> Rendezvous.meet(options))
              .isInstanceOf(AddressException.class)
              .hasMessageStartingWith(
                  "rank 0 cannot listen at no-such-host.invalid:29500 (unknown host)");
        });
  }

  @Test
  void a_master_that_never_comes_is_named() {
    guarded(
        () -> {
          var meeting = Ranks.onLoopback();
          meeting.listener().close();
          var options = meeting.options(1, 2).withTimeout(Duration.ofMillis(100));
          assertThatThrownBy(() -> Rendezvous.meet(options))
              .isInstanceOf(AddressException.class)
              .hasMessageContaining("rank 1 could not reach rank 0 at 127.0.0.1:")
              .hasMessageContaining("Connection refused");
        });
  }

  @Test
  void a_master_that_others_can_reach_needs_a_token() {
    var master = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 29500);
    assertThatThrownBy(() -> RendezvousOptions.of(Ranks.identity(0, 2), master, Token.ofThisUser()))
        .isInstanceOf(AuthenticationException.class)
        .hasMessageContaining("192.0.2.1:29500")
        .hasMessageContaining("export WEFT_TOKEN=$(openssl rand -hex 32)");
    var options = RendezvousOptions.of(Ranks.identity(0, 2), master, Ranks.TOKEN);
    assertThatThrownBy(() -> options.withBind(List.of(InetAddress.ofLiteral("127.0.0.1"))))
        .isInstanceOf(AddressException.class)
        .hasMessageContaining("is loopback");
  }

  private static void assertAllGet(
      List<RendezvousOptions> ranks, Class<? extends Exception> type, String part)
      throws InterruptedException {
    assertThat(Ranks.failures(ranks))
        .hasSameSizeAs(ranks)
        .allSatisfy(failure -> assertThat(failure).isInstanceOf(type).hasMessageContaining(part));
  }

  private static String message(List<Throwable> failures) {
    return String.valueOf(failures.getFirst().getMessage());
  }

  private static List<RendezvousOptions> hurried(List<RendezvousOptions> ranks) {
    var hurried = new ArrayList<RendezvousOptions>();
    ranks.forEach(options -> hurried.add(options.withTimeout(Ranks.SHORT)));
    return hurried;
  }

  private static void guarded(Executable test) {
    assertTimeoutPreemptively(HANG_GUARD, test);
  }
}
