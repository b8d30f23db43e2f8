package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Disturbance;
import io.weft.cluster.Presets;
import io.weft.plan.Candidate.Standing;
import io.weft.simulation.ClosedForm;
import io.weft.strategy.Strategy;
import io.weft.zoo.Zoo;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final Job JOB =
      Job.of(Zoo.named("resnet-50"), 64, Presets.named("10gbe-v100x4"), 64, 0.2529);

  @Test
  void the_fastest_comes_first_and_what_cannot_run_is_listed_with_its_reason() {
    var ranked = new Planner(JOB, false).ranked();
    assertThat(ranked).hasSize(13);
    var steps =
        ranked.stream()
            .filter(it -> it.standing() == Standing.RANKED)
            .flatMap(it -> it.outlook().stream())
            .map(it -> it.prediction().stepSeconds())
            .toList();
    assertThat(steps).isSorted().hasSize(8);
    assertThat(ranked)
        .filteredOn(it -> it.standing() == Standing.LEFT_OUT)
        .hasSize(4)
        .allSatisfy(it -> assertThat(it.reason()).contains("left out: "));
  }

  @Test
  void what_does_not_fit_is_listed_with_what_it_needs() {
    var small = JOB.on(JOB.cluster().withMemory(0.25 * 0x1p30));
    var ranked = new Planner(small, false).ranked();
    assertThat(ranked).hasSize(13);
    assertThat(ranked)
        .filteredOn(it -> it.outlook().isPresent())
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.strategy().brief()).matches("dear.*|sharded.*"));
    assertThat(ranked.getLast().reason()).matches(".* needs 29\\d\\.\\d MB on each rank .*");
  }

  @Test
  void lossy_candidates_send_less_and_are_marked() {
    var ranked = new Planner(JOB, true).ranked();
    assertThat(ranked).hasSize(21);
    var half = Outlook.of(JOB, Strategy.parse("wfbp(bucket=25MB) + fp16"));
    var full = Outlook.of(JOB, Strategy.parse("wfbp(bucket=25MB)"));
    assertThat(half.exact()).isFalse();
    assertThat(half.prediction().wireBytesPerRank())
        .isCloseTo(full.prediction().wireBytesPerRank() / 2, within(1e4));
    assertThat(half.prediction().computeSeconds())
        .isGreaterThan(full.prediction().computeSeconds());
  }

  @Test
  void what_cannot_be_trained_with_is_listed_apart_and_never_recommended() {
    var slow = JOB.on(JOB.cluster().withFasterNetwork(0.1));
    var planner = new Planner(slow, true);
    var ranked = planner.ranked();
    assertThat(ranked)
        .filteredOn(it -> it.standing() == Standing.UNTRAINABLE)
        .extracting(it -> it.strategy().brief())
        .containsExactlyInAnyOrder("local-sgd", "parameter-server");
    assertThat(ranked)
        .filteredOn(it -> it.standing() == Standing.UNTRAINABLE)
        .allSatisfy(it -> assertThat(it.reason()).contains("cannot be trained with yet"));
    assertThat(ranked.getFirst().standing()).isEqualTo(Standing.RANKED);
    assertThat(planner.estimates())
        .extracting(it -> it.strategy().brief())
        .doesNotContain("local-sgd");
  }

  @Test
  void factors_of_low_rank_are_what_powersgd_sends() {
    var found = Outlook.of(JOB, Strategy.parse("wfbp(bucket=25MB) + powersgd(rank=4)"));
    assertThat(found.prediction().wireBytesPerRank()).isBetween(2e6, 12e6);
  }

  @Test
  void what_cannot_be_added_is_summed_by_chunks() {
    var found = Outlook.of(JOB, Strategy.parse("wfbp(bucket=25MB) + top-k(density=0.01)"));
    double selected = 25_557_032 * 0.01 * 8 * 2 * 63 / 64;
    assertThat(found.prediction().wireBytesPerRank()).isCloseTo(selected, within(selected / 20));
  }

  @Test
  void uneven_ranks_take_longer_and_their_interval_is_wider() {
    var job = Job.of(JOB.profile(), 64, JOB.cluster(), 20, 0.2529);
    var even = Outlook.of(job, Strategy.parse("dear"));
    var uneven = job.on(job.cluster().with(new Disturbance(0.1, 1, 1.3)));
    var found = Outlook.of(uneven, Strategy.parse("dear"));
    assertThat(found.lowSeconds()).isGreaterThan(even.prediction().stepSeconds());
    assertThat(found.highSeconds()).isGreaterThan(found.lowSeconds());
    assertThat(Outlook.of(uneven, Strategy.parse("dear"))).isEqualTo(found);
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
  void a_choice_flips_to_one_that_is_faster_there() {
    var first = Strategy.parse("wfbp");
    var flip = new Planner(JOB, false).flip(first).orElseThrow();
    double scale = flip.bytesPerSecond() / JOB.cluster().between().bytesPerSecond();
    var there = JOB.on(JOB.cluster().withFasterNetwork(scale));
    assertThat(ClosedForm.stepSeconds(there.scenario(flip.strategy())))
        .isLessThan(ClosedForm.stepSeconds(there.scenario(first)));
  }
}
