package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InquestTest {
  private static final Ended GOOD = new Ended(0, new Ending(0), 1);
  private static final Ended LOST_A_PEER = new Ended(1, new Ending(65), 2);
  private static final Ended KILLED = new Ended(2, new Ending(137), 3);
  private static final Ended CRASHED = new Ended(3, new Ending(1), 4);

  @Test
  void nobody_is_guilty_where_nobody_failed() {
    assertThat(Inquest.culprit(List.of(GOOD), List.of())).isEmpty();
    assertThat(Inquest.culprit(List.of(GOOD), List.of(1))).isEmpty();
  }

  @Test
  void the_first_that_failed_is_the_culprit() {
    assertThat(Inquest.culprit(List.of(GOOD, KILLED, CRASHED), List.of())).contains(failed(2));
    assertThat(Inquest.culprit(List.of(CRASHED, KILLED), List.of())).contains(failed(3));
  }

  @Test
  void who_lost_a_peer_accuses_another() {
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, KILLED), List.of())).contains(failed(2));
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, GOOD), List.of())).contains(failed(1));
  }

  @Test
  void who_is_frozen_is_guilty_if_others_have_lost_a_peer() {
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, GOOD), List.of(2)))
        .contains(new Inquest.Culprit(2, true));
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, CRASHED), List.of(2))).contains(failed(3));
  }

  @Test
  void the_case_is_open_as_long_as_all_that_failed_accuse_another() {
    assertThat(Inquest.isOpen(List.of(GOOD))).isFalse();
    assertThat(Inquest.isOpen(List.of(GOOD, LOST_A_PEER))).isTrue();
    assertThat(Inquest.isOpen(List.of(LOST_A_PEER, KILLED))).isFalse();
  }

  private static Inquest.Culprit failed(int rank) {
    return new Inquest.Culprit(rank, false);
  }
}
