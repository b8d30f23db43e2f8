package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
class CompareCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return run(2, args);
  }

  private int run(int ranks, String... args) {
    var all = new ArrayList<>(List.of("compare", "--model=mlp", "--optimizer=sgd", "--batch=1"));
    all.addAll(List.of("--ranks=" + ranks, "--steps=3", "--json"));
    all.addAll(List.of(args));
    return Weft.run(recorded.pipe(), all.toArray(String[]::new));
  }

  @Test
  @Tag("thorough")
  void exact_strategies_come_to_the_same_and_compressed_ones_send_less() {
    assertThat(run("wfbp + ordered", "dear + ordered", "wfbp + ef-sign + ordered"))
        .as(recorded.err())
        .isZero();
    var runs = recorded.out().lines().toList();
    assertThat(runs).hasSize(3);
    assertThat(field(runs.get(0), "loss")).isEqualTo(field(runs.get(1), "loss"));
    assertThat(field(runs.get(0), "loss")).isNotEqualTo(field(runs.get(2), "loss"));
    String sent = "wire_bytes_per_rank_per_step";
    assertThat(Double.parseDouble(field(runs.get(2), sent)))
        .isBetween(1.0, Double.parseDouble(field(runs.get(0), sent)) / 10);
  }

  private static String field(String line, String name) {
    int start = line.indexOf('"' + name + "\":") + name.length() + 3;
    return line.substring(start).split("[,}]", 2)[0];
  }

  @Test
  void what_a_file_has_is_not_run_again(@TempDir Path folder) throws Exception {
    var file = folder.resolve("runs.tsv");
    assertThat(run(1, "dear", "--seeds=1", "--output", file.toString())).isZero();
    assertThat(recorded.out().lines()).hasSize(1);
    assertThat(run(1, "dear", "--seeds=1,2", "--output", file.toString())).isZero();
    assertThat(recorded.out().lines()).hasSize(2).last().asString().contains("\"seed\":2");
    assertThat(Files.readAllLines(file)).hasSize(3);
    for (int time = 1; time <= 2; time++) {
      assertThat(run(1, "dear", "--hold-out=8", "--output", file.toString())).isZero();
    }
    assertThat(recorded.out().lines())
        .hasSize(3)
        .last()
        .asString()
        .contains("\"validation\":[{\"name\":\"loss\",\"value\":", "{\"name\":\"accuracy\",");
    assertThat(Files.readAllLines(file)).hasSize(4).last().asString().contains("\tloss=");
  }

  @Test
  void what_cannot_run_is_refused_before_anything_runs(@TempDir Path folder) throws Exception {
    assertThat(run("dear", "dear + dad")).isEqualTo(2);
    assertThat(recorded.out()).doesNotContain("\"event\":\"compare\"");
    assertThat(recorded.err())
        .contains("the nearest strategy that can be trained with is \"dear + powersgd\"");
    assertThat(Weft.run(recorded.pipe(), "compare", "dear", "--ranks=0")).isEqualTo(2);
    assertThat(recorded.err()).contains("--ranks 0: give 1 to 64");
    assertThat(run("dear", "--strategy=wfbp")).isEqualTo(2);
    assertThat(recorded.err()).contains("--strategy: compare takes strategies as arguments");
    assertThat(run("dear", "--label-noise=1.5")).isEqualTo(2);
    assertThat(recorded.err()).contains("--label-noise 1.5: give 0 to 1");
    assertThat(
            Weft.run(recorded.pipe(), "compare", "--model=gpt-nano", "--label-noise=0.1", "dear"))
        .isNotZero();
    assertThat(recorded.err()).contains("not for text or numbers: leave out --label-noise");
    var file = Files.writeString(folder.resolve("notes"), "my notes\n");
    assertThat(run("dear", "--output", file.toString())).isEqualTo(2);
    assertThat(recorded.err()).contains("so it is no table of runs: name another file");
  }
}
