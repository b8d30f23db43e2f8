package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.strategy.term.Term;
import io.weft.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class ExplanationTest {
  @Test
  void a_strategy_is_told_in_one_paragraph() {
    assertThat(text("dear + powersgd(rank=3)"))
        .isEqualTo(
            "All ranks keep step: they exchange in every step and wait for the result before the"
                + " next (bsp, the default)."
                + " All ranks are equals and form the mean over all among themselves (all-reduce,"
                + " the default)."
                + " Each bucket of up to 25MB (an eighth of the model if that is less, but 2MB at"
                + " least) is added up into shards while backward goes on, and the shards are"
                + " gathered in the next forward, just before they are needed (dear)."
                + " Each gradient matrix travels as two factors of rank 3, where that is at least 2"
                + " times smaller, and vectors travel as they are (powersgd)."
                + " What is lost is added to the next gradient (error feedback)."
                + " So each exchange is a reduce-scatter and an all-gather."
                + " How an exchange is carried out is decided by its cost, from its size, the ranks"
                + " and the network (auto, the default)."
                + " Parameters at their defaults: bucket=auto (dear); min-rate=2 (powersgd).");
  }

  @Test
  void every_term_is_mentioned() {
    Trials.forAll(
        draw -> {
          var strategy = RandomLine.validOrNearest(RandomLine.of(draw));
          String text = Explanation.of(strategy).text();
          for (var term : strategy.terms().values()) {
            assertMentioned(term, text);
          }
          assertThat(text).matches("[A-Z].*\\.").doesNotContain("{", "}", "\n", "  ");
        });
  }

  private static void assertMentioned(Term term, String text) {
    assertThat(text).containsPattern("\\(" + term.name() + "[,)]").contains(term.meaning());
    term.words().forEach(word -> assertMentioned(word, text));
    var inner = term.inner();
    if (inner != null) {
      assertMentioned(inner, text);
    }
  }

  @Test
  void defaults_are_called_so() {
    assertThat(text("local-sgd + parameter-server"))
        .contains("(wfbp, the default)", "Values travel uncompressed (the default).")
        .doesNotContain("(local-sgd, the default)", "(parameter-server, the default)");
  }

  @Test
  void feedback_is_told_of_unless_it_is_taken_away() {
    String feedback = "added to the next gradient";
    assertThat(text("top-k")).containsOnlyOnce(feedback);
    assertThat(text("error-feedback(qsgd)")).containsOnlyOnce(feedback);
    assertThat(text("plain(top-k)")).doesNotContain(feedback);
    assertThat(text("per-tensor(plain(top-k))")).doesNotContain(feedback);
    assertThat(text("gossip + choco(top-k)")).doesNotContain(feedback);
  }

  @Test
  void operations_follow_from_schedule_and_compression() {
    assertThat(text("bsp")).contains("So each exchange is an all-reduce.");
    assertThat(text("top-k"))
        .contains("So each exchange is an all-gather, and ranks add up what they receive.");
    assertThat(text("dear + top-k"))
        .contains("So each exchange is an all-to-all and an all-gather");
    assertThat(text("dense-below(1KB, top-k)"))
        .contains("So each exchange is an all-reduce and an all-gather.");
    assertThat(text("g-top-k")).doesNotContain("So each exchange");
    assertThat(text("gossip")).doesNotContain("So each exchange");
  }

  @Test
  void local_is_told_in_one_sentence() {
    assertThat(text("local"))
        .isEqualTo("Every rank trains alone and nothing is exchanged (local).");
  }

  private static String text(String line) {
    return Explanation.of(Strategy.parse(line)).text();
  }
}
