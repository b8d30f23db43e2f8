package io.weft.network.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RosterTest {
  private final Roster roster = new Roster(40, peer(0));

  @Test
  void lists_the_first_ranks_and_counts_the_others() {
    assertThat(roster.admit(peer(7), 40)).isEmpty();
    assertThat(roster.late(Duration.ofSeconds(60), "").sentence())
        .isEqualTo(
            "the rendezvous timed out after 60 s: of 40 ranks came 0, 7; missing: "
                + "1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17 and 22 more; "
                + "look at these ranks, or raise the timeout");
  }

  @Test
  void a_rank_that_left_may_come_again() {
    assertThat(roster.admit(peer(7), 40)).isEmpty();
    roster.remove(7);
    assertThat(roster.admit(peer(7), 40)).isEmpty();
    assertThat(roster.admit(peer(7), 40)).isPresent();
  }

  @Test
  void says_what_became_of_ranks_that_came_and_are_missing() {
    roster.expect(3, "somewhere");
    roster.expect(4, "elsewhere");
    roster.withdraw(4, "elsewhere");
    assertThat(roster.admit(peer(5), 40)).isEmpty();
    roster.remove(5);
    roster.expect(6, "here");
    assertThat(roster.admit(peer(6), 40)).isEmpty();
    assertThat(roster.late(Duration.ofSeconds(60), "").sentence())
        .contains("came 0, 6; missing: ")
        .contains("; rank 3 came from somewhere but has not registered: ")
        .contains("; rank 4 came from elsewhere but went before it had registered: ")
        .contains("; rank 5 registered from localhost:6 but went before all had come; look at")
        .doesNotContain("rank 6");
  }

  @Test
  void names_the_ranks_that_came_but_are_not_connected() {
    var two = new Roster(3, peer(0));
    assertThat(two.admit(peer(1), 3)).isEmpty();
    assertThat(two.admit(peer(2), 3)).isEmpty();
    assertThat(two.complete()).isTrue();
    assertThat(two.unconnected(Duration.ofSeconds(1), Set.of(1)).sentence())
        .contains("all 3 ranks came; not connected with all others: 2;");
  }

  private static Peer peer(int rank) {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + rank);
    return new Peer(rank, "host-" + rank, List.of(address));
  }
}
