package io.weft.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cluster.Presets;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import io.weft.zoo.Zoo;
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
}
