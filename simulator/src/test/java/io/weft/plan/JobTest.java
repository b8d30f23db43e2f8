package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Encoders;
import io.weft.cluster.Encoders.Speed;
import io.weft.cluster.Presets;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import io.weft.zoo.Zoo;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sequential",
        "wfbp",
        "wfbp(bucket=4MB)",
        "wfbp(bucket=25MB)",
        "dear(bucket=25MB)",
        "sharded(stage=1)",
        "priority",
        "priority(partition=1MB)"
      })
  void order_and_buckets_are_those_that_training_begins_with(String line) {
    var profile = Zoo.named("resnet-50");
    var strategy = Strategy.parse(line);
    var settings = StrategySettings.of(strategy, 1, new Sgd(0, false, 0), new Rate.Constant(0.1));
    var plan = settings.grouping().first(profile.parameters());
    var real = settings.grouping().pieces(plan);
    var scenario =
        Job.of(profile, 64, Presets.named("10gbe-v100x4"), 64, 0.2529).scenario(strategy);
    assertThat(scenario.buckets()).isEqualTo(real);
    assertThat(scenario.schedule()).isEqualTo(settings.schedule());
  }

  /** Half as many bytes arrive as are decoded, less those of the rank itself, and are added. */
  @Test
  void what_is_added_in_sixteen_bits_takes_what_was_measured() {
    double free = decodeSeconds(new Speed(4e9, 2e9, Double.POSITIVE_INFINITY));
    double slow = decodeSeconds(new Speed(4e9, 2e9, 1e9));
    assertThat(free).isPositive();
    assertThat(slow - free).isCloseTo(free * 63 / 64, within(1e-9));
  }

  private static double decodeSeconds(Speed speed) {
    var cluster = Presets.named("10gbe-v100x4").with(new Encoders(Map.of("fp16", speed), 10e9));
    var scenario =
        Job.of(Zoo.named("resnet-50"), 64, cluster, 64, 0.2529)
            .scenario(Strategy.parse("sequential + fp16"));
    var plan = scenario.buckets().plan();
    return IntStream.range(0, plan.buckets().size())
        .mapToDouble(bucket -> scenario.form().of(plan, bucket).decodeSeconds())
        .sum();
  }
}
