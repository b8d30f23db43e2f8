package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cli.RecordedTerminal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With real processes, and a model that waits in place of computing. */
@Tag("processes")
class BenchTrainCommandTest {
  private static final int PARAMETERS = 100_000;
  private static final String ONEBIT_ADAM = "dear + onebit-adam(freeze-step=1)";

  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    var all = new ArrayList<>(List.of("bench", "train", "--model", "sim", "--ranks", "2"));
    all.addAll(List.of("--sim-ms", "12", "--sim-layers", "4", "--steps", "3", "--warmup", "1"));
    all.addAll(List.of("--sim-params", Integer.toString(PARAMETERS), "--batch", "2", "--json"));
    all.addAll(List.of(args));
    if (!all.contains("--warmup-seconds")) {
      all.addAll(List.of("--warmup-seconds", "0"));
    }
    return Weft.run(recorded.pipe(), all.toArray(String[]::new));
  }

  private double field(String name) {
    var found = Pattern.compile('"' + name + "\":(-?[0-9.E]+)").matcher(recorded.out());
    assertThat(found.find()).as(recorded.out()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void dear_sends_what_an_all_reduce_needs_and_replicas_stay_equal() {
    // These messages go through sockets, whether or not ranks share memory.
    String strategy = "dear(bucket=100KB) + ordered";
    assertThat(run("--strategy", strategy)).as(recorded.err()).isZero();
    assertThat(recorded.out())
        .startsWith("{\"event\":\"bench_train\",\"bench\":\"train\",\"peer\":\"weft\"")
        .contains("\"mode\":\"" + strategy + "\",\"world\":2,\"batch\":2")
        .contains("\"replicas_equal\":true");
    assertThat(field("wire_bytes_per_rank")).isBetween(4.0 * PARAMETERS, 4.3 * PARAMETERS);
    assertThat(field("step_ms")).isGreaterThanOrEqualTo(12);
    assertThat(field("exchange_ms"))
        .isGreaterThanOrEqualTo(field("waiting_ms") + field("exposed_ms") - 1e-6);
    assertThat(field("hidden_percent")).isBetween(0.0, 100.0);
    assertThat(field("exchange_alone_ms")).isPositive();
    assertThat(field("saved_percent")).isBetween(0.0, 100.0);
    assertThat(field("floor_ms")).isGreaterThanOrEqualTo(12);
    assertThat(field("step_over_floor"))
        .isCloseTo(field("step_ms") / field("floor_ms"), within(1e-9));
    assertThat(field("rss_bytes")).isGreaterThan(1e6);
    assertThat(recorded.out()).doesNotContain("rss_growth");
  }

  @Test
  @Tag("thorough")
  void alone_each_rank_exchanges_nothing_and_strategies_take_turns() {
    String sockets = "dear + ordered";
    assertThat(run("--strategy", "local", "--strategy", sockets, "--rounds", "2"))
        .as(recorded.err())
        .isZero();
    assertThat(recorded.outLines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"mode\":\"local\"").endsWith("\"round\":1}"),
            line ->
                assertThat(line).contains("\"mode\":\"dear + ordered\"").endsWith("\"round\":1}"),
            line -> assertThat(line).contains("\"mode\":\"local\"").endsWith("\"round\":2}"),
            line ->
                assertThat(line).contains("\"mode\":\"dear + ordered\"").endsWith("\"round\":2}"));
    assertThat(field("exchange_ms")).isZero(); // of the first line
    assertThat(field("wire_bytes_per_rank")).isLessThan(0.01 * PARAMETERS);
  }

  @Test
  @Tag("thorough")
  void says_that_compilers_had_no_time() {
    assertThat(run("--strategy", "local", "--warmup-seconds", "0.001")).as(recorded.err()).isZero();
    assertThat(recorded.err())
        .contains("warning: compilers were busy after 0.001 s of local: raise --warmup-seconds");
  }

  @Test
  void a_compression_that_is_one_with_another_optimizer_is_refused() {
    assertThat(run("--strategy", ONEBIT_ADAM)).isEqualTo(2);
    assertThat(recorded.err()).contains("use the optimizer adamw");
  }

  @Test
  @Tag("thorough")
  void a_compression_that_is_one_with_the_optimizer_gets_it() {
    assertThat(run("--optimizer", "adamw", "--strategy", ONEBIT_ADAM)).as(recorded.err()).isZero();
    assertThat(field("wire_bytes_per_rank")).isLessThan(0.5 * PARAMETERS);
    assertThat(recorded.out()).contains("\"replicas_equal\":true");
  }

  @Test
  void wrong_arguments_are_answered_with_a_sentence() {
    assertThat(Weft.run(recorded.pipe(), "bench", "train", "--warmup", "0")).isEqualTo(2);
    assertThat(recorded.err()).contains("--warmup 0: give 1 to 1000000");
    assertThat(Weft.run(recorded.pipe(), "bench", "train", "--warmup-seconds", "-1")).isEqualTo(2);
    assertThat(recorded.err()).contains("--warmup-seconds -1.0: at least 0 and at most 3600");
    assertThat(Weft.run(recorded.pipe(), "bench")).isEqualTo(2);
    assertThat(recorded.err()).contains("missing what to measure: an operation, or train");
  }
}
