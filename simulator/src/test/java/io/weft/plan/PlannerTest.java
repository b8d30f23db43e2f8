package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cluster.Presets;
import io.weft.strategy.Strategy;
import io.weft.zoo.Zoo;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final Job JOB =
      new Job(Zoo.named("resnet-50"), 64, Presets.named("10gbe-v100x4"), 64, 0.2529);

  @Test
  void the_fastest_comes_first_and_what_cannot_run_is_listed_with_its_reason() {
    var ranked = new Planner(JOB, false).ranked();
    assertThat(ranked).hasSize(12);
    var steps =
        ranked.stream()
            .flatMap(it -> it.outlook().stream())
            .map(it -> it.prediction().stepSeconds())
            .toList();
    assertThat(steps).isSorted().hasSize(6);
    assertThat(ranked)
        .filteredOn(it -> it.strategy().brief().startsWith("sharded"))
        .singleElement()
        .satisfies(it -> assertThat(it.reason()).contains("cannot be simulated yet"));
  }

  @Test
  void overlap_beats_none_on_a_slow_network() {
    var overlapped = Outlook.of(JOB, Strategy.parse("dear"));
    var sequential = Outlook.of(JOB, Strategy.parse("sequential"));
    assertThat(overlapped.prediction().stepSeconds())
        .isLessThan(sequential.prediction().stepSeconds());
    assertThat(overlapped.lowSeconds()).isLessThanOrEqualTo(overlapped.highSeconds());
  }

  @Test
  void a_choice_flips_where_latency_outweighs_bytes_and_not_against_itself() {
    var planner = new Planner(JOB, false);
    var fine = Strategy.parse("wfbp");
    var coarse = Strategy.parse("wfbp(bucket=25MB)");
    assertThat(planner.flipBytesPerSecond(coarse, coarse)).isEmpty();
    assertThat(planner.flipBytesPerSecond(fine, coarse)).isPresent();
  }
}
