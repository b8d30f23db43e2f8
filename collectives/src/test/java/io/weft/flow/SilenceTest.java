package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.rendezvous.Peer;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final Peer OWN = peer(0, "a", "10.0.0.1");
  private static final Peer NEIGHBOUR = peer(1, "a", "10.0.0.1");
  private static final Peer SECOND = peer(2, "b", "10.0.0.2");
  private static final Peer THIRD = peer(3, "b", "10.0.0.2");
  private static final Peer FOURTH = peer(4, "c", "10.0.0.3");
  private static final List<Peer> ELSEWHERE = List.of(SECOND, THIRD, FOURTH);

  private static Peer peer(int rank, String host, String address) {
    return new Peer(rank, host, List.of(new InetSocketAddress(address, 7000 + rank)));
  }

  private static String sentence(Peer lost, List<Peer> elsewhere, List<Peer> silent) {
    return new Silence(OWN, lost, "5.0 s", elsewhere, silent).sentence();
  }

  @Test
  void a_rank_of_the_same_host_that_is_silent_is_lost() {
    var sentence =
        "rank 1 (a, 10.0.0.1:7001) is lost: it has been silent for 5.0 s; see whether it still"
            + " runs";
    assertThat(sentence(NEIGHBOUR, List.of(), List.of())).isEqualTo(sentence);
    assertThat(sentence(NEIGHBOUR, ELSEWHERE, ELSEWHERE)).isEqualTo(sentence);
  }

  @Test
  void who_hears_another_host_is_not_cut_off() {
    assertThat(sentence(SECOND, ELSEWHERE, List.of(SECOND, THIRD)))
        .isEqualTo(
            "rank 2 (b, 10.0.0.2:7002) is lost: it has been silent for 5.0 s; see whether it still"
                + " runs, and whether its host can be reached");
  }

  @Test
  void who_hears_no_other_host_may_itself_be_cut_off() {
    assertThat(sentence(SECOND, ELSEWHERE, ELSEWHERE))
        .isEqualTo(
            "rank 0 (a, 10.0.0.1:7000) hears no other host and may itself be cut off: rank 2 (b,"
                + " 10.0.0.2:7002) has been silent for 5.0 s, and nearly as long ranks 3, 4; see"
                + " whether its own host is connected, and whether the others still run");
  }

  @Test
  void of_two_hosts_neither_knows_which_is_cut_off() {
    assertThat(sentence(FOURTH, List.of(FOURTH), List.of(FOURTH)))
        .startsWith("rank 0 (a, 10.0.0.1:7000) hears no other host and may itself be cut off: ")
        .contains(": rank 4 (c, 10.0.0.3:7004) has been silent for 5.0 s; see whether");
  }
}
