package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Samples that are looked at and not learnt from. */
@Timeout(120)
class TrainValidationTest {
  private static final Pattern SEEN =
      Pattern.compile("\"event\":\"train_validation\".*\"step\":(\\d+),\"samples\":(\\d+),");

  @TempDir private Path folder;

  @BeforeEach
  void writeText() throws IOException {
    Files.writeString(folder.resolve("text"), "so many words, and so few of them new. ".repeat(99));
    Files.writeString(folder.resolve("other"), "words that are other ones, all of them".repeat(9));
    Files.writeString(folder.resolve("empty"), "");
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  /** Rank 0 of two that are threads of this process. */
  private Ranks.Ended ranks(String... args) throws Exception {
    var all = new ArrayList<>(List.of("train", "--batch", "2", "--data", at("text")));
    all.addAll(List.of(args));
    return new Ranks().run(2, all.toArray(String[]::new)).getFirst();
  }

  /** After which steps how many samples were looked at. */
  private static List<String> seen(String lines) {
    return SEEN.matcher(lines).results().map(TrainValidationTest::words).toList();
  }

  private static String words(MatchResult found) {
    return found.group(1) + ": " + found.group(2);
  }

  @Test
  void a_run_looks_at_a_tenth_of_its_data_now_and_then_unless_told_otherwise() throws Exception {
    var usual = ranks("--steps=8", "--json", "--run-dir", at("usual"));
    assertThat(usual.exitCode()).as(usual.err()).isZero();
    assertThat(seen(usual.out())).containsExactly("2: 6", "4: 6", "6: 6", "8: 6");
    assertThat(seen(Files.readString(folder.resolve("usual/metrics.jsonl"))))
        .isEqualTo(seen(usual.out()));
    assertThat(usual.out())
        .containsPattern(",\"metrics\":\\[\\{\"name\":\"perplexity\",\"value\":[0-9.]+}],\"best\":")
        .containsPattern(
            "\"validation\":\\{\"loss\":[0-9.]+,\"metrics\":\\[.*\"watched\":\"loss\"");
    assertThat(folder.resolve("usual/config.yaml")).content().contains("\nhold-out: 0.1,256\n");
    var none = ranks("--steps=2", "--json", "--no-run-dir", "--hold-out=0");
    assertThat(none.out()).doesNotContain("validation");
  }

  @Test
  void what_was_best_is_kept_and_said_and_a_run_that_becomes_no_better_ends() throws Exception {
    var ended =
        ranks(
            "--steps=50",
            "--lr=0",
            "--weight-decay=0",
            "--validation",
            at("other"),
            "--validate-every=2",
            "--metrics=accuracy,top-5",
            "--watch=accuracy",
            "--keep-best",
            "--stop-after=2",
            "--run-dir",
            at("run"));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err())
        .containsPattern(
            "validation after step 2: loss [0-9.]+, accuracy 0.\\d+, top-5 0.\\d+, the")
        .containsPattern(
            "ended early, after step 6: accuracy has not become better than the 0.\\d+ of step 2\n");
    assertThat(ended.out())
        .containsPattern("(?m)^steps +6 in ")
        .containsPattern("(?m)^validation loss +[0-9.]+$")
        .containsPattern("(?m)^top-5 +0.\\d+$")
        .containsPattern("(?m)^best accuracy +0.\\d+ after step 2$");
    assertThat(folder.resolve("run/best").toFile().list()).containsExactly("step-2");
    var other = ranks("--resume", at("run"), "--steps=8", "--validation", at("text"));
    assertThat(other.exitCode()).isEqualTo(71);
    assertThat(other.err()).contains("leave out --validation, or begin without --resume");
    var on = ranks("--resume", at("run"), "--steps=8", "--stop-after=9", "--watch=loss");
    assertThat(on.exitCode()).as(on.err()).isZero();
    assertThat(on.err())
        .contains("going on with --steps 8 in place of 50, --watch loss in place of accuracy")
        .contains("validations were compared by accuracy and are by loss from now on: the next")
        .containsPattern("validation after step 8: loss .*, the best so far\n");
  }

  @Test
  void data_that_cannot_be_looked_at_is_refused_before_ranks_meet() throws Exception {
    for (var each : List.of("empty", "none")) {
      var ended = ranks("--steps=2", "--no-run-dir", "--validation", at(each));
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.err())
          .contains("--validation: " + at(each))
          .doesNotContain("\tat ", "ranks have met");
    }
    var metric = ranks("--steps=2", "--no-run-dir", "--metrics=acuracy");
    assertThat(metric.err()).contains("there is no metric 'acuracy': did you mean accuracy?");
    var watched = ranks("--steps=2", "--no-run-dir", "--watch=accuracy");
    assertThat(watched.err())
        .contains("accuracy is watched, and there is no such metric: give one");
    var all = ranks("--steps=2", "--no-run-dir", "--hold-out=100");
    assertThat(all.err()).contains("all 60 samples are held out, and none is left to learn from");
  }
}
