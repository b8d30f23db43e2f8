package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int plan(String... more) {
    var args = new ArrayList<>(List.of("plan", "--model", "resnet-50", "--ranks", "64"));
    args.addAll(List.of("--cluster", "10gbe-v100x4"));
    args.addAll(List.of(more));
    return Weft.run(recorded.pipe(), args.toArray(String[]::new));
  }

  @Test
  void a_plan_ranks_marks_and_says_where_the_choice_changes() {
    assertThat(plan()).isZero();
    assertThat(recorded.out()).contains("mg-wfbp", "*", "of backward", "Gbit/s between hosts");
    assertThat(recorded.out()).doesNotContain("powersgd");
  }

  @Test
  void lossy_candidates_come_only_where_they_are_allowed() {
    assertThat(plan("--allow", "lossy", "--json")).isZero();
    assertThat(recorded.out()).contains("powersgd", "\"exact\":false", "\"step_s_low\":");
    assertThat(recorded.out()).contains("encoding is assumed, ");
  }

  @Test
  void what_does_not_fit_says_what_it_needs() {
    assertThat(plan("--memory", "256MB")).isZero();
    assertThat(recorded.out()).contains("needs 292.5 MB on each rank", "256.0 MB are there");
  }

  @Test
  void a_sweep_says_who_wins_where_and_draws_it(@TempDir Path folder) throws Exception {
    var page = folder.resolve("it.html");
    assertThat(plan("--sweep", "bandwidth=1..400Gbit", "--plot", page.toString())).isZero();
    assertThat(recorded.outLines().getLast()).contains("400 Gbit/s");
    assertThat(Files.readString(page)).contains("<polyline", "fastest").doesNotContain("NaN");
    assertThat(plan("--sweep", "bandwidth=1..400")).isNotZero();
    assertThat(recorded.err()).contains("units");
  }

  @Test
  void a_plan_ends_with_what_to_take() {
    assertThat(plan("--allow", "lossy")).isZero();
    assertThat(recorded.outLines().getLast())
        .startsWith("Take mg-wfbp: ")
        .contains(" samples/s, ", " % of 64 ranks. With ", " Gbit/s between hosts in place of ");
    assertThat(recorded.out())
        .contains("Cannot run here:", "- local-sgd + wfbp(bucket=25MB), predicted ")
        .contains("cannot be trained with yet");
    assertThat(recorded.outLines())
        .filteredOn(line -> line.contains("local-sgd"))
        .allSatisfy(line -> assertThat(line).startsWith("- "));
  }

  @Test
  void tables_and_sentences_are_as_wide_as_the_terminal() {
    var narrow = new RecordedTerminal();
    var args = "plan --model gpt-nano --ranks 20 --cluster 1gbe-cpu".split(" ", -1);
    assertThat(Weft.run(narrow.pipe(80), args)).isZero();
    assertThat(narrow.outLines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void the_file_of_a_plan_is_one_that_training_reads_as_it_is(@TempDir Path folder) {
    var file = folder.resolve("run.yaml").toString();
    var args = "plan --model gpt-mini --ranks 20 --cluster 1gbe-cpu --output".split(" ", -1);
    assertThat(Weft.run(recorded.pipe(), append(args, file))).isZero();
    assertThat(recorded.err()).contains("run it by weft train --config " + file);
    var train = new RecordedTerminal();
    assertThat(Weft.run(train.pipe(), "train", "--config", file, "--print-config")).isZero();
    assertThat(train.outLines())
        .anySatisfy(line -> assertThat(line).matches("model +gpt-mini +file"))
        .anySatisfy(line -> assertThat(line).matches("ranks +20 +file"))
        .anySatisfy(line -> assertThat(line).matches("batch +16 +file"))
        .anySatisfy(line -> assertThat(line).matches("strategy +.* +file"));
  }

  private static String[] append(String[] args, String last) {
    var all = new ArrayList<>(List.of(args));
    all.add(last);
    return all.toArray(String[]::new);
  }

  @Test
  void no_file_is_written_that_training_could_not_run(@TempDir Path folder) {
    var file = folder.resolve("run.yaml");
    assertThat(plan("--output", file.toString())).isEqualTo(2);
    assertThat(recorded.err()).contains("weft train has no resnet-50", "mlp, ");
    assertThat(file).doesNotExist();
  }
}
