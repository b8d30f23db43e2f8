package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rank 1 of three finds out who is the odd one. */
class TribunalTest {
  private static final long PATIENCE = Tribunal.PATIENCE.toNanos();
  private static final long NOW = Long.MAX_VALUE - PATIENCE / 2;
  private static final long DOUBT_ENDS = NOW + PATIENCE + Tribunal.DEFERENCE.toNanos();

  private final Flows flows = Flows.open(3);
  private final Ledger ledger = new Ledger();
  private final Tribunal tribunal = new Tribunal(1, ledger);
  private final Ticket own = flows.ticket(9, 1, 0);
  private final FlowChannel channel = new FlowChannel(flows.transport(1), own);

  @AfterEach
  void close() {
    flows.close();
  }

  private Tribunal.Statement says(int rank, long fingerprint) {
    var ticket = flows.ticket(9, fingerprint, 0);
    return new Tribunal.Statement(rank, ticket.key(), fingerprint, ticket.toString());
  }

  @Test
  void where_all_agree_nothing_is_asked_and_nobody_judged() {
    ledger.begin(channel);
    assertThat(tribunal.asked(says(0, 1)).orElseThrow().kind()).isEqualTo(Kind.TELL);
    tribunal.told(says(2, 1));
    assertThat(tribunal.questions(NOW)).isEmpty();
    assertThat(tribunal.verdict(NOW + 2 * PATIENCE)).isEmpty();
  }

  @Test
  void everybody_is_asked_once() {
    ledger.begin(channel);
    tribunal.differ(own);
    tribunal.differ(own);
    assertThat(tribunal.questions(NOW))
        .extracting(Tribunal.Letter::to)
        .containsExactlyInAnyOrder(0, 2);
    assertThat(tribunal.questions(NOW)).isEmpty();
  }

  @Test
  void judges_as_soon_as_all_have_spoken() {
    ledger.begin(channel);
    tribunal.differ(own);
    var _ = tribunal.questions(NOW);
    tribunal.told(says(0, 1));
    assertThat(tribunal.verdict(NOW)).isEmpty();
    tribunal.told(says(2, 5));
    assertThat(tribunal.verdict(NOW).orElseThrow())
        .startsWith("rank 2 does not do what the others do: operation 9 of kind 5 on rank 2")
        .contains("operation 9 of kind 1 on ranks 0, 1");
  }

  @Test
  void a_rank_that_could_decide_between_two_is_waited_for_but_not_for_long() {
    ledger.begin(channel);
    tribunal.differ(own);
    var _ = tribunal.questions(NOW);
    tribunal.told(says(0, 5));
    assertThat(tribunal.verdict(DOUBT_ENDS)).isEmpty();
    assertThat(tribunal.verdict(DOUBT_ENDS + 1).orElseThrow())
        .startsWith("rank 1 does not do")
        .contains("kind 5 on rank 0");
  }

  @Test
  void nobody_is_judged_without_an_answer() {
    ledger.begin(channel);
    tribunal.differ(own);
    var _ = tribunal.questions(NOW);
    assertThat(tribunal.verdict(DOUBT_ENDS + 1)).isEmpty();
    tribunal.told(says(2, 5));
    assertThat(tribunal.verdict(DOUBT_ENDS + 1)).isPresent();
  }

  @Test
  void who_asks_before_this_rank_has_begun_is_answered_when_it_does() {
    assertThat(tribunal.asked(says(0, 5))).isEmpty();
    assertThat(tribunal.asked(says(2, 5))).isEmpty();
    assertThat(tribunal.asked(says(2, 5))).isEmpty();
    ledger.begin(channel);
    assertThat(tribunal.begun(own))
        .allMatch(letter -> letter.piece().kind() == Kind.TELL)
        .extracting(Tribunal.Letter::to)
        .containsExactlyInAnyOrder(0, 2);
    assertThat(tribunal.begun(own)).isEmpty();
  }

  @Test
  void a_question_that_differs_opens_a_dispute() {
    ledger.begin(channel);
    assertThat(tribunal.asked(says(0, 5))).isPresent();
    assertThat(tribunal.questions(NOW)).hasSize(2);
    tribunal.told(says(2, 5));
    assertThat(tribunal.verdict(NOW).orElseThrow()).startsWith("rank 1 does not do");
  }

  @Test
  void an_operation_that_is_over_is_still_known() {
    ledger.begin(channel);
    ledger.end(channel);
    assertThat(tribunal.asked(says(0, 5))).isPresent();
    assertThat(tribunal.questions(NOW)).hasSize(2);
  }

  @Test
  void where_ranks_compare_two_by_two_the_statements_of_all_pairs_count() {
    differWithOneOfTwoPairs();
    assertThat(tribunal.questions(NOW))
        .extracting(Tribunal.Letter::to)
        .containsExactlyInAnyOrder(0, 2);
    tribunal.told(saysAbout(0, 20, 5));
    assertThat(tribunal.verdict(NOW)).isEmpty();
    tribunal.told(saysAbout(2, 22, 1));
    assertThat(tribunal.verdict(NOW).orElseThrow())
        .startsWith("rank 0 does not do what the others do: ")
        .contains(" on ranks 1, 2; ");
  }

  @Test
  void where_ranks_compare_two_by_two_the_odd_one_lets_others_judge_first() {
    differWithOneOfTwoPairs();
    var _ = tribunal.questions(NOW);
    tribunal.told(saysAbout(0, 20, 5));
    tribunal.told(saysAbout(2, 22, 5));
    assertThat(tribunal.verdict(DOUBT_ENDS)).isEmpty();
    assertThat(tribunal.verdict(DOUBT_ENDS + 1).orElseThrow())
        .startsWith("rank 1 does not do what the others do: ");
  }

  private void differWithOneOfTwoPairs() {
    var keys = Map.of(0, new Key(7, 20), 2, new Key(7, 22));
    tribunal.differ(new Ticket(new Key(7, 20), 1, List.of(0, 1), 0, () -> "a pair", keys));
  }

  private static Tribunal.Statement saysAbout(int rank, long number, long fingerprint) {
    return new Tribunal.Statement(rank, new Key(7, number), fingerprint, "what it says");
  }

  @Test
  void an_answer_about_an_operation_that_nobody_knows_is_ignored() {
    tribunal.told(says(0, 5));
    assertThat(tribunal.questions(NOW)).isEmpty();
    assertThat(tribunal.verdict(NOW + 2 * PATIENCE)).isEmpty();
  }
}
