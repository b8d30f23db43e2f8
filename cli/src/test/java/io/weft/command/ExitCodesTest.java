package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.launch.RankCommands;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a rank returns to whoever started its process, and the one sentence that it says. */
@Tag("processes")
@Timeout(120)
class ExitCodesTest {
  private static final Map<String, String> NONE = Map.of();

  /** In this process, as every code that no signal is needed for. */
  @Test
  void a_rank_is_missing() throws Exception {
    var ended = new Ranks().rank(0, 2, "bench", "barrier", "--timeout", "1s").call();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(64);
    assertThat(ended.err()).contains("missing: 1").doesNotContain("\tat ");
  }

  @Test
  void a_rank_is_lost() throws Exception {
    try (var ranks = new RankCommands(2)) {
      ranks.startAll(NONE, "bench", "barrier", "--seconds", "60");
      ranks.await(0, "barrier of 2 ranks");
      ranks.kill(1);
      assertThat(ranks.exitCode(0)).as(ranks.said(0)).isEqualTo(65);
      assertThat(ranks.said(0)).contains("rank 1 (", "is lost").doesNotContain("\tat ");
    }
  }

  @Test
  @Tag("thorough")
  void ranks_do_different_things() throws Exception {
    try (var ranks = new RankCommands(2, AddingProgram.class)) {
      ranks.start(NONE, "1000");
      ranks.start(NONE, "2000");
      for (int rank = 0; rank < 2; rank++) {
        assertThat(ranks.exitCode(rank)).as(ranks.said(rank)).isEqualTo(66);
        assertThat(ranks.said(rank))
            .contains("1000 fp32", "2000 fp32")
            .doesNotContain("lost", "\tat ");
      }
    }
  }

  @Test
  @Tag("thorough")
  void a_token_is_wrong() throws Exception {
    try (var ranks = new RankCommands(2)) {
      ranks.start(
          Map.of("WEFT_TOKEN", "the-token-of-this-job"), "bench", "barrier", "--timeout", "5s");
      ranks.start(
          Map.of("WEFT_TOKEN", "a-token-of-another-job"), "bench", "barrier", "--timeout", "20s");
      assertThat(ranks.exitCode(1)).as(ranks.said(1)).isEqualTo(67);
      assertThat(ranks.said(1)).contains("WEFT_TOKEN").doesNotContain("another-job", "\tat ");
      assertThat(ranks.exitCode(0)).as(ranks.said(0)).isEqualTo(64);
    }
  }

  @Test
  void ranks_were_told_different_things() throws Exception {
    var ranks = new Ranks();
    var ended =
        Ranks.run(
            List.of(
                ranks.rank(0, 2, "bench", "all-reduce", "--bytes", "1KB"),
                ranks.rank(1, 2, "bench", "all-reduce", "--bytes", "2KB")));
    for (var rank : ended) {
      assertThat(rank.exitCode()).as(rank.err()).isEqualTo(68);
      assertThat(rank.err())
          .contains("job configurations", "on rank 0", "on rank 1")
          .doesNotContain("\tat ");
    }
  }
}
