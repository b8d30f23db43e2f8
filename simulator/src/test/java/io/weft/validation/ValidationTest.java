package io.weft.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Cluster;
import io.weft.trials.Thorough;
import java.util.EnumMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
class ValidationTest {
  private static final Survey SURVEY = Survey.published();

  @Test
  @Tag("thorough")
  void the_constants_of_a_preset_are_those_that_its_calibration_rows_give() {
    var network = Network.ETHERNET_10;
    var rows =
        SURVEY.together().stream()
            .filter(row -> row.network().equals(network.label()))
            .filter(Validation::calibrates)
            .toList();
    var fitted = Fit.of(network, SURVEY, rows);
    var preset = network.cluster();
    double rate = preset.between().bytesPerSecond();
    double perRank = preset.overheads().operationSecondsPerRank();
    assertThat(fitted.between().bytesPerSecond()).isCloseTo(rate, within(rate / 100));
    assertThat(fitted.overheads().operationSecondsPerRank())
        .isCloseTo(perRank, within(perRank / 100));
  }

  @Test
  void sixteen_rows_of_a_network_calibrate_and_suspect_ones_never() {
    assertThat(SURVEY.together()).hasSize(168);
    assertThat(SURVEY.together().stream().filter(Validation::calibrates)).hasSize(16 + 16 + 12);
    assertThat(SURVEY.together().stream().filter(Validation::isSuspect)).hasSize(20);
  }

  static List<Double> factors() {
    return Thorough.sample(1, List.of(0.75, 1.25));
  }

  /** A limit that holds whatever the constants are is none. */
  @ParameterizedTest
  @MethodSource("factors")
  void limits_fail_where_networks_are_a_quarter_off(double factor) {
    var clusters = new EnumMap<Network, Cluster>(Network.class);
    for (var network : Network.values()) {
      var preset = network.cluster();
      clusters.put(
          network,
          preset.with(
              preset.inside().faster(factor),
              preset.between().faster(factor),
              preset.overheads().times(1 / factor)));
    }
    assertThat(Validation.judged(SURVEY, clusters))
        .filteredOn(check -> check.limitPercent().isPresent())
        .hasSize(4)
        .allSatisfy(check -> assertThat(check.verdict()).as(check.name()).isEqualTo("FAIL"));
  }

  @Test
  void rows_that_do_not_calibrate_are_predicted() {
    var rows =
        SURVEY.together().stream()
            .filter(row -> row.model().equals("ResNet-50") && row.network().equals("10GbE-TCP"))
            .filter(row -> row.method().equals("WFBP-A2A"))
            .toList();
    assertThat(rows).hasSize(4).noneMatch(Validation::calibrates);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(Forecast.of(SURVEY, row, Network.ETHERNET_10.cluster()).errorPercent())
                    .isBetween(-8.0, 8.0));
  }

  @Test
  void a_model_that_is_not_in_the_survey_needs_only_its_row_of_one_gpu() {
    var other =
        Survey.parse(
            "other.csv",
            List.of(
                "model,batch_per_gpu,network,method,gpus,samples_per_second",
                "VGG-16,32,none,single-gpu,1,150",
                "VGG-16,32,10GbE-TCP,BSP-A2A,8,200"));
    var checks = Validation.of(other);
    assertThat(checks).hasSize(1);
    double step = checks.getFirst().forecasts().getFirst().predicted();
    assertThat(32 * 8 / step).isCloseTo(32 / 150.0 + 0.553430 * 2 * 7 / 8 / 1.2216, within(0.005));
  }

  @Test
  void faults_of_a_file_are_named_with_their_line() {
    assertThatThrownBy(() -> Survey.parse("x.csv", List.of("model,gpus")))
        .hasMessageContaining("must begin with");
    assertThatThrownBy(
            () ->
                Survey.parse(
                    "x.csv",
                    List.of("model,batch_per_gpu,network,method,gpus,samples_per_second", "a,b,c")))
        .hasMessageContaining("line 2");
  }
}
