package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.FullySharded;
import io.weft.schedule.MergedPropagation;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.ShardedUpdates;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.training.bucket.Grouping;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategySettingsTest {
  private static Settings settings(String line) {
    return StrategySettings.of(
        Strategy.parse(line), 1, new Sgd(0, false, 0), new Rate.Constant(0.1));
  }

  @Test
  void stages_of_sharding_are_schedules() {
    assertThat(settings("sharded").schedule()).isEqualTo(new ShardedUpdates(1));
    assertThat(settings("sharded(stage=2)").schedule()).isEqualTo(new ShardedUpdates(2));
    assertThat(settings("sharded(3)").schedule()).isEqualTo(new FullySharded());
  }

  @Test
  void priority_has_parts_and_credit() {
    var settings = settings("priority(partition=1MB, credit=2MB)");
    assertThat(settings.schedule()).isEqualTo(new PriorityPropagation());
    assertThat(settings.grouping()).isEqualTo(new Grouping.Parts(1 << 20, 2 << 20));
  }

  @Test
  void wait_free_buckets_follow_what_the_first_rounds_show() {
    assertThat(settings("wfbp(bucket=1MB)").grouping()).isEqualTo(new Grouping.AsReady(1 << 20));
    assertThat(settings("mg-wfbp").grouping()).isEqualTo(new Grouping.Merged());
    assertThat(settings("mg-wfbp").schedule()).isEqualTo(new MergedPropagation());
  }

  @Test
  void a_bucket_is_as_large_as_the_line_says() {
    assertThat(settings("dear(bucket=3KB)").grouping()).isEqualTo(new Grouping.Fixed(3 << 10));
    assertThat(settings("dear(bucket=25MB)").grouping()).isEqualTo(new Grouping.Fixed(25 << 20));
  }

  @Test
  void a_bucket_that_nobody_wrote_fits_the_model() {
    assertThat(settings("dear").grouping()).isEqualTo(new Grouping.Fitting(25 << 20));
    assertThat(settings("dear(bucket=auto)").grouping()).isEqualTo(settings("dear").grouping());
    assertThat(settings("sequential").grouping()).isEqualTo(new Grouping.Fitting(25 << 20));
  }

  /** Sixteen parameters of 4 MB, so that an eighth of them is 8 MB. */
  private static final List<Parameter> MODEL =
      IntStream.range(0, 16)
          .mapToObj(at -> new Parameter("p" + at, List.of(1L << 20), List.of(at), true))
          .toList();

  private static BucketPlan plan(String line) {
    return settings(line).grouping().first(MODEL);
  }

  @Test
  void a_written_bucket_is_not_cut_to_a_part_of_the_model() {
    assertThat(plan("dear").buckets()).hasSize(8);
    assertThat(plan("dear(bucket=16MB)").buckets()).hasSize(4);
    assertThat(plan("dear(bucket=64MB)").buckets()).hasSize(1);
    assertThat(plan("dear(bucket=16GB)").buckets()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "dear, dear(bucket=%s)",
    "dear(bucket=4MB), dear(bucket=%s)",
    "wfbp, wfbp(bucket=%s)"
  })
  void buckets_of_another_size_are_those_of_the_line_that_says_so(String now, String other) {
    for (var size : List.of("4MB", "23726566B", "64MB", "256MB")) {
      var line = other.formatted(size);
      long bytes = Strategy.parse(line).term(Axis.SCHEDULE).orElseThrow().bytes("bucket");
      assertThat(settings(now).grouping().resized(plan(now), bytes)).isEqualTo(plan(line));
    }
  }

  @Test
  void what_training_cannot_do_yet_is_refused_with_what_to_write_instead() {
    assertThatThrownBy(() -> settings("local-sgd(period=4)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "strategy \"local-sgd(period=4)\" cannot be trained with yet, because of local-sgd; the"
                + " nearest strategy that can be trained with is \"bsp\"");
  }
}
