package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.Task;
import org.junit.jupiter.api.Test;

/** Two stages, each 1 s forward and 2 s backward, and a link of 1 MB/s. */
class LinkFloorTest {
  private static final double MEGABYTE = 1 << 20;

  private static double seconds(Task task) {
    return switch (task) {
      case Task.Forward _ -> 1;
      case Task.Backward _ -> 2;
      default -> 0;
    };
  }

  /** Each of the two buckets has so many megabytes, which one of two ranks sends in an exchange. */
  private static double floor(Schedule schedule, int ranks, double megabytes) {
    var floor = new LinkFloor(ranks, LinkFloorTest::seconds, _ -> megabytes * MEGABYTE, MEGABYTE);
    return floor.seconds(schedule.graph(Shape.bucketPerStage(2, 1)));
  }

  @Test
  void a_schedule_without_overlap_takes_the_sum() {
    assertThat(floor(new Sequential(), 2, 4)).isCloseTo(6 + 8, within(1e-9));
  }

  @Test
  void wait_free_backpropagation_hides_what_fits_behind_backward() {
    // Backward of stage 1 ends at 4; all-reduces from 4 to 8 and from 8 to 12, then forward again.
    assertThat(floor(new WaitFreeBackpropagation(), 2, 4)).isCloseTo(12, within(1e-9));
  }

  @Test
  void dear_hides_the_second_gather_behind_the_first_forward() {
    // Gather of bucket 1 from 0 to 2, beside forward of stage 0; stage 1 forward until 3, backward
    // until 5; scatters from 5 to 7 and from 7 to 9; gather of bucket 0 from 9 to 11.
    assertThat(floor(new DecoupledAllReduce(), 2, 4)).isCloseTo(11, within(1e-9));
  }

  @Test
  void four_ranks_send_three_quarters_of_a_bucket_in_each_half() {
    // All-reduces of 6 s: from 4 to 10 and from 10 to 16.
    assertThat(floor(new WaitFreeBackpropagation(), 4, 4)).isCloseTo(16, within(1e-9));
  }

  @Test
  void where_the_link_is_the_bottleneck_dear_takes_what_it_carries() {
    assertThat(floor(new DecoupledAllReduce(), 2, 400)).isBetween(800.0, 806.0);
  }

  @Test
  void one_rank_alone_computes() {
    assertThat(floor(new DecoupledAllReduce(), 1, 4)).isCloseTo(6, within(1e-9));
  }

  @Test
  void the_bytes_of_a_round_are_those_of_all_its_exchanges() {
    var graph = new DecoupledAllReduce().graph(Shape.bucketPerStage(2, 1));
    var floor = new LinkFloor(4, LinkFloorTest::seconds, _ -> 100, MEGABYTE);
    assertThat(floor.wireBytes(graph)).isEqualTo(300);
  }
}
