package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.cluster.Presets;
import io.weft.zoo.Zoo;
import org.junit.jupiter.api.Test;

class RegionsTest {
  private static final Job JOB =
      Job.of(Zoo.named("vgg-16"), 32, Presets.named("10gbe-v100x4"), 64, 0.2);

  @Test
  void regions_cover_the_sweep_without_gaps_and_name_the_least() {
    var regions = Regions.of(JOB, false, Sweep.parse("bandwidth=1..400Gbit"));
    var found = regions.regions();
    assertThat(found.getFirst().from()).isEqualTo(125e6);
    assertThat(found.getLast().to()).isEqualTo(regions.points().getLast().value());
    for (int at = 1; at < found.size(); at++) {
      assertThat(found.get(at).from()).isEqualTo(found.get(at - 1).to());
      assertThat(found.get(at).winner()).isNotEqualTo(found.get(at - 1).winner());
    }
    assertThat(regions.points())
        .allSatisfy(
            point ->
                assertThat(point.estimates())
                    .allMatch(it -> it.seconds() >= point.winner().seconds()));
  }

  @Test
  void ranks_fill_hosts_and_a_larger_batch_takes_longer() {
    assertThat(Sweep.parse("ranks=1..64").jobs(JOB))
        .extracting(Job::ranks)
        .doesNotHaveDuplicates()
        .startsWith(1, 2, 3, 4, 8)
        .endsWith(64);
    assertThat(Sweep.parse("batch=16..64").jobs(JOB).getLast().work().seconds()).isEqualTo(0.4);
  }

  @Test
  void what_is_no_sweep_is_refused_with_examples() {
    assertThatThrownBy(() -> Sweep.parse("speed=1..2"))
        .hasMessageContaining("bandwidth=1..400Gbit");
    assertThatThrownBy(() -> Sweep.parse("ranks=64..4")).hasMessageContaining("smaller first");
    assertThatThrownBy(() -> Sweep.parse("ranks=1.5..4")).hasMessageContaining("whole number");
  }
}
