package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Commands as ranks that talk over sockets; here the ranks are threads of one process. */
@Timeout(30)
class RankOptionsTest {
  private static final String[] BENCH = {
    "bench", "all-reduce", "--bytes", "1KB", "--seconds", "0.001"
  };

  @Test
  void rank_0_prints_and_the_others_are_silent() throws Exception {
    var ended = new Ranks().run(2, with("tcp"));
    assertThat(ended).allMatch(rank -> rank.exitCode() == 0);
    assertThat(ended.get(0).out())
        .startsWith("all-reduce of 2 ranks, processes over tcp; ")
        .containsPattern("\\b1024 +256 +fp32 +sum ");
    assertThat(ended.get(1).out() + ended.get(1).err()).isEmpty();
  }

  private static String[] with(String transport) {
    return Stream.concat(Stream.of(BENCH), Stream.of("--transport", transport))
        .toArray(String[]::new);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void ranks_of_one_host_share_memory() throws Exception {
    var ended = new Ranks().run(3, with("shm"));
    assertThat(ended).allMatch(rank -> rank.exitCode() == 0);
    assertThat(ended.get(0).out())
        .startsWith("all-reduce of 3 ranks, processes over shm; ")
        .contains(" flat");
  }

  @Test
  void with_v_a_rank_says_who_told_it_so() throws Exception {
    var ranks = new Ranks();
    assertThat(ranks.run(1, "bench", "barrier", "--seconds", "0.001", "--bytes", "0B", "-v"))
        .allMatch(rank -> rank.err().contains("weft: rank 0 of 1, as the command line says; "));
  }

  @Test
  void all_bytes_can_be_protected_and_spread_over_streams() throws Exception {
    var ended =
        new Ranks()
            .run(
                2,
                "bench",
                "all-gather",
                "--bytes",
                "1MB",
                "--seconds",
                "0.001",
                "--checksum",
                "--streams",
                "2",
                "--transport",
                "tcp",
                "--json");
    assertThat(ended).allMatch(rank -> rank.exitCode() == 0);
    assertThat(ended.get(0).out()).contains("\"transport\":\"tcp\"", "\"wrong\":0");
  }

  @Test
  void a_rank_that_is_missing_is_named() throws Exception {
    var ranks = new Ranks();
    var ended = Ranks.run(List.of(ranks.rank(0, 2, "bench", "all-reduce", "--timeout", "300ms")));
    assertThat(ended.get(0).exitCode()).isEqualTo(64);
    assertThat(ended.get(0).err()).contains("of 2 ranks came 0; missing: 1");
  }

  @Test
  void ranks_that_were_told_different_things_refuse_each_other() throws Exception {
    var ranks = new Ranks();
    var ended =
        Ranks.run(
            List.of(ranks.rank(0, 2, "bench", "all-reduce"), ranks.rank(1, 2, "bench", "barrier")));
    assertThat(ended).allMatch(rank -> rank.exitCode() == 68);
  }

  @Test
  void ranks_of_the_same_number_refuse_each_other() throws Exception {
    var ranks = new Ranks();
    var ended =
        Ranks.run(
            List.of(ranks.rank(0, 3, BENCH), ranks.rank(1, 3, BENCH), ranks.rank(1, 3, BENCH)));
    assertThat(ended).allMatch(rank -> rank.exitCode() == 68);
  }

  @Test
  void what_cannot_be_is_wrong_usage() throws Exception {
    refuses("--ranks 3, but the command line says 2: leave out", "--ranks", "3");
    refuses("--transport local starts threads, but this process is", "--transport", "local");
    refuses("a timeout of PT0S: give more than nothing", "--timeout", "0s");
  }

  private static void refuses(String sentence, String... more) throws Exception {
    var args = new String[2 + more.length];
    args[0] = "bench";
    args[1] = "all-reduce";
    System.arraycopy(more, 0, args, 2, more.length);
    var ended = Ranks.run(List.of(new Ranks().rank(0, 2, args)));
    assertThat(ended.get(0).exitCode()).isEqualTo(2);
    assertThat(ended.get(0).err()).contains(sentence);
  }
}
