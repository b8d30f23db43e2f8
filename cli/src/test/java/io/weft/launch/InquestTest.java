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
    assertThat(Inquest.culprit(List.of(GOOD))).isEmpty();
  }

  @Test
  void the_first_that_failed_is_the_culprit() {
    assertThat(Inquest.culprit(List.of(GOOD, KILLED, CRASHED))).contains(KILLED);
    assertThat(Inquest.culprit(List.of(CRASHED, KILLED))).contains(CRASHED);
  }

  @Test
  void who_lost_a_peer_accuses_another() {
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, KILLED))).contains(KILLED);
    assertThat(Inquest.culprit(List.of(LOST_A_PEER, GOOD))).contains(LOST_A_PEER);
  }
}
