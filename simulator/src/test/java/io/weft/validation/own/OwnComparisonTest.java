package io.weft.validation.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Presets;
import io.weft.model.Parameter;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnComparisonTest {
  private static OwnRun run(String strategy) {
    return new OwnRun("sim", "1gbit", 4, 32, strategy);
  }

  private static Repeated seconds(Double... steps) {
    return new Repeated(List.of(steps));
  }

  private static OwnComparison compared(
      Map<String, Double> predicted, Map<String, Repeated> measured) {
    var expected = new LinkedHashMap<OwnRun, Repeated>();
    predicted.forEach((strategy, step) -> expected.put(run(strategy), seconds(step)));
    var found = new LinkedHashMap<OwnRun, Repeated>();
    measured.forEach((strategy, steps) -> found.put(run(strategy), steps));
    return new OwnComparison(expected, found);
  }

  @Test
  void a_page_has_errors_choices_and_what_was_put_in_the_wrong_order() {
    var comparison =
        compared(
            Map.of("dear", 0.1, "wfbp", 0.2),
            Map.of("dear", seconds(0.3, 0.301), "wfbp", seconds(0.25, 0.251)));
    assertThat(OwnReport.markdown(comparison))
        .contains("| ourselves, sim | 2 | ", " | 8.0 % | ", "| FAIL |")
        .contains("| sim | 1gbit | 4 | `dear` | `wfbp` | ")
        .contains("1 of 1 pairs", "- sim on 4 ranks, 1gbit: wfbp is faster than dear");
  }

  @Test
  void the_interval_is_that_of_student() {
    var three = seconds(0.9, 1.0, 1.1);
    assertThat(three.mean()).isCloseTo(1.0, within(1e-12));
    assertThat(three.halfWidth()).isCloseTo(4.303 * 0.1 / Math.sqrt(3), within(1e-12));
    assertThat(seconds(1.0).halfWidth()).isInfinite();
    assertThatThrownBy(() -> seconds(1.0, 0.0)).hasMessageContaining("above 0");
  }

  @Test
  void errors_are_judged_by_model_on_the_networks_that_are_promised() {
    var check =
        compared(Map.of("dear", 1.1), Map.of("dear", seconds(1.0, 1.0))).checks().getFirst();
    assertThat(check.name()).isEqualTo("ourselves, sim");
    assertThat(check.meanPercent()).isCloseTo(100 * (1 - 1 / 1.1), within(1e-9));
    assertThat(check.verdict()).isEqualTo("FAIL");
    var fast = new OwnRun("sim", "10gbit", 4, 32, "dear");
    var reported = new OwnComparison(Map.of(fast, seconds(1.1)), Map.of(fast, seconds(1.0)));
    assertThat(reported.checks().getFirst().verdict()).isEqualTo("reported");
  }

  @Test
  void only_pairs_whose_intervals_do_not_overlap_can_be_inverted() {
    var order =
        compared(
                Map.of("a", 1.0, "b", 2.0, "c", 3.0),
                Map.of(
                    "a", seconds(2.0, 2.01),
                    "b", seconds(1.0, 1.01),
                    "c", seconds(1.0, 3.0)))
            .order();
    assertThat(order.pairs()).isEqualTo(1);
    assertThat(order.inverted()).containsExactly("sim on 4 ranks, 1gbit: b is faster than a");
    assertThat(order.pass()).isFalse();
  }

  @Test
  void a_choice_may_be_off_by_three_percent_and_repetitions_do_not_stretch_that() {
    var near =
        compared(
                Map.of("a", 1.0, "b", 2.0),
                Map.of("a", seconds(1.02, 1.02), "b", seconds(1.0, 1.0)))
            .choices()
            .getFirst();
    assertThat(near.chosen()).isEqualTo("a");
    assertThat(near.best()).isEqualTo("b");
    assertThat(near.excessPercent()).isCloseTo(2, within(1e-9));
    assertThat(near.verdict()).isEqualTo("pass");
    var far =
        compared(Map.of("a", 1.0, "b", 2.0), Map.of("a", seconds(1.2, 1.2), "b", seconds(1.0, 1.0)))
            .choices()
            .getFirst();
    assertThat(far.verdict()).isEqualTo("FAIL");
    var wide =
        compared(
                Map.of("a", 1.0, "b", 2.0), Map.of("a", seconds(1.0, 1.08), "b", seconds(1.0, 1.0)))
            .choices()
            .getFirst();
    assertThat(wide.verdict()).isEqualTo("FAIL");
  }

  @Test
  void a_choice_is_not_judged_where_repetitions_are_far_apart_and_half_must_be() {
    var comparison =
        compared(
            Map.of("a", 1.0, "b", 2.0), Map.of("a", seconds(1.2, 2.0), "b", seconds(1.0, 1.0)));
    assertThat(comparison.choices().getFirst().verdict()).isEqualTo("not judged");
    assertThat(comparison.isJudged()).isFalse();
    assertThat(comparison.failures()).isEqualTo(2);
    assertThat(OwnReport.markdown(comparison))
        .contains("0 of 1 are judged, and at least half must be: FAIL.");
  }

  @Test
  void what_was_measured_and_not_predicted_is_named() {
    assertThatThrownBy(() -> compared(Map.of("a", 1.0), Map.of("b", seconds(1.0))))
        .hasMessageContaining("not predicted");
  }

  @Test
  void predictions_are_written_and_measurements_are_read_in_the_same_columns(@TempDir Path folder)
      throws Exception {
    var parameter = new Parameter("p", List.of(1_000_000L), List.of(0), true);
    var profile =
        new Profile(
            "sim",
            32,
            List.of(0.01),
            List.of(0.02),
            List.of(parameter),
            Optional.of(new StepTimes(0.03, 0.001, 0.002)));
    var steps = OwnMatrix.predictions(List.of(Presets.named("1gbe-cpu")), List.of(profile));
    assertThat(steps).hasSize(27);
    var file = folder.resolve("predicted.csv");
    OwnFile.write(steps, file);
    var read = OwnFile.read(file);
    assertThat(read.keySet()).isEqualTo(steps.keySet());
    read.forEach(
        (run, step) ->
            assertThat(step.mean()).isCloseTo(steps.getOrDefault(run, 0.0), within(1e-6)));
    assertThatThrownBy(() -> OwnFile.parse("x.csv", List.of("model,network")))
        .hasMessageContaining("does not begin with");
    assertThatThrownBy(
            () ->
                OwnFile.parse(
                    "x.csv", List.of("model,network,ranks,batch,strategy,step_ms", "sim,1gbit")))
        .hasMessageContaining("x.csv, line 2");
  }
}
