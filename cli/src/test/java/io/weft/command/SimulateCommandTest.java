package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.cluster.ClusterFile;
import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import io.weft.trace.TraceWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  private int simulate(String cluster, String ranks, String... more) {
    var args = new ArrayList<>(List.of("simulate", "--model", "resnet-50"));
    args.addAll(List.of("--cluster", cluster, "--ranks", ranks));
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  @Test
  void a_prediction_says_what_a_step_consists_of(@TempDir Path folder) throws Exception {
    var trace = folder.resolve("it.json");
    assertThat(simulate("10gbe-v100x4", "64", "--trace", trace.toString())).isZero();
    assertThat(recorded.out())
        .contains("samples/s", "waiting", "exposed", "hidden", "A step is ", "of backward");
    assertThat(Files.readString(trace)).contains("weft-trace", "bucket 0", "stage 53");
  }

  @Test
  void a_timeline_is_a_page_that_needs_nothing_else(@TempDir Path folder) throws Exception {
    var page = folder.resolve("it.html");
    assertThat(simulate("1gbe-cpu", "8", "--timeline", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("<svg", "resnet-50 on 8 ranks of 1gbe-cpu, dear", "all-gather of parameters")
        .doesNotContain("http://", "https://", "<script");
  }

  @Test
  void a_real_run_is_drawn_below_the_prediction(@TempDir Path folder) throws Exception {
    var page = folder.resolve("it.html");
    var trace = folder.resolve("real.json");
    try (var writer = TraceWriter.to(trace)) {
      for (int step = 0; step < 3; step++) {
        long start = step * 500_000_000L;
        var about = List.<Argument>of(new Argument.Step(step));
        writer.write(new Span(0, Lane.FORWARD, "stage", start, start + 100_000_000, about));
      }
    }
    var both = List.of("--timeline", page.toString(), "--measured", trace.toString());
    assertThat(simulate("1gbe-cpu", "8", both.toArray(String[]::new))).isZero();
    assertThat(Files.readString(page)).contains("Predicted: ", "Measured: 500.00 ms a step");
    assertThat(simulate("1gbe-cpu", "8", "--measured", trace.toString())).isEqualTo(2);
    assertThat(recorded.err()).contains("--measured is drawn by --timeline FILE: give both");
  }

  @Test
  void one_rank_is_predicted_to_take_what_it_was_said_to_take() {
    assertThat(simulate("10gbe-v100x4", "1", "--step-ms", "250", "--json")).isZero();
    assertThat(recorded.out())
        .contains("\"samples_per_s\":256", "\"wire_bytes_per_rank\":0", "\"exact\":true");
  }

  @Test
  void a_step_that_cannot_be_is_refused_with_what_can() {
    for (var millis : List.of("0", "-1", "1e308", "Infinity")) {
      assertThat(simulate("10gbe-v100x4", "4", "--step-ms", millis)).isEqualTo(2);
    }
    assertThat(recorded.err())
        .contains("--step-ms 1.0E308: a step takes more than 0 and at most 86400000 ms, as in");
    assertThat(simulate("10gbe-v100x4", "4", "--batch", "0")).isEqualTo(2);
    assertThat(recorded.err()).contains("--batch 0: a rank takes from 1 to 1000000 samples");
    assertThat(simulate("10gbe-v100x4", "4", "--batch", "2147483647")).isEqualTo(2);
  }

  @Test
  void who_trains_alone_is_predicted_and_has_no_interval() {
    assertThat(simulate("10gbe-v100x4", "64", "--strategy", "local")).isZero();
    assertThat(recorded.out())
        .contains("strategy \"local\" cannot be trained with yet, because of local")
        .doesNotContain("between", "The interval");
  }

  @Test
  void an_interval_is_said_of_what_it_was_made_of_and_of_nothing_that_is_assumed() {
    assertThat(simulate("10gbe-v100x4", "64", "--strategy", "sequential + fp16")).isZero();
    assertThat(recorded.out())
        .contains("links and overheads a tenth better and worse")
        .contains("Assumed, so that no interval can be given for it: ", "what encoding takes");
  }

  @Test
  void more_of_a_low_rank_takes_longer() {
    assertThat(simulate("10gbe-v100x4", "64", "--strategy", "dear + powersgd(rank=2)")).isZero();
    var two = recorded.outLines().get(2);
    assertThat(simulate("10gbe-v100x4", "64", "--strategy", "dear + powersgd(rank=4)")).isZero();
    assertThat(two).startsWith("step");
    assertThat(recorded.outLines()).filteredOn(it -> it.equals(two)).hasSize(1);
  }

  @Test
  void the_example_of_a_cluster_is_one_that_can_be_used(@TempDir Path folder) throws Exception {
    assertThat(run("simulate", "--example-cluster")).isZero();
    var text = recorded.out().replace("10 Gbit/s", "25 Gb/s");
    var file = Files.writeString(folder.resolve("mine.yaml"), text);
    assertThat(simulate(file.toString(), "8")).isZero();
    assertThat(recorded.out()).contains("samples/s");
  }

  @Test
  void the_document_shows_the_same_example() throws Exception {
    var page = Path.of(System.getProperty("repository.root"), "docs", "command-line.md");
    assertThat(Files.readString(page))
        .contains("```yaml\n" + String.join("\n", ClusterFile.example()) + "\n```");
  }

  @Test
  void tables_are_as_wide_as_the_terminal() {
    var narrow = recorded.pipe(60);
    assertThat(Weft.run(narrow, "simulate", "--model=gpt-nano", "--cluster=1gbe-cpu", "--ranks=4"))
        .isZero();
    assertThat(recorded.outLines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(61));
  }

  @Test
  void mistakes_are_answered_in_one_sentence() {
    assertThat(simulate("10gbe-v100x5", "64")).isNotZero();
    assertThat(recorded.err()).contains("did you mean '10gbe-v100x4'?");
    assertThat(simulate("10gbe-v100x4", "6")).isNotZero();
    assertThat(recorded.err()).contains("a multiple of 4");
    assertThat(simulate("10gbe-v100x4", "8", "--strategy", "asp + parameter-server")).isNotZero();
    assertThat(recorded.err())
        .contains(
            "cannot be simulated yet, because of asp; the nearest strategy that can be simulated is"
                + " \"parameter-server\"");
  }

  @Test
  void other_measurements_are_compared_without_a_fit(@TempDir Path folder) throws Exception {
    var file = folder.resolve("mine.csv");
    Files.writeString(
        file,
        """
        model,batch_per_gpu,network,method,gpus,samples_per_second
        BERT-Base,64,none,single-gpu,1,212
        BERT-Base,64,10GbE-TCP,WFBP-A2A,8,500
        """);
    assertThat(run("validate", "--published", file.toString(), "--json")).isZero();
    assertThat(recorded.outLines()).hasSize(2);
    assertThat(recorded.out()).contains("\"check\":\"WFBP-A2A\"", "\"expected\":500", "\"pass\":");
  }
}
