package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.data.Partition;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.trainer.Length;
import io.weft.training.StrategySettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingJobTest {
  private static TrainingJob job(int accumulated, boolean scalesRate) {
    var strategy = Strategy.parse("dear");
    var lars = new Lars(0.9, 1e-4, 0.001, Exempt.VECTORS);
    var settings = StrategySettings.of(strategy, accumulated, lars, new Rate.Constant(0.1));
    return new TrainingJob(
        "mlp",
        strategy,
        settings,
        DataChoice.NOTHING,
        0,
        new Partition.Even(),
        16,
        new Length.Steps(10),
        1,
        Optional.empty(),
        false,
        scalesRate,
        false,
        0,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  @Test
  void a_scaled_rate_grows_with_the_samples_of_a_step() {
    assertThat(job(1, true).settings(4).rate().at(1)).isCloseTo(0.4, within(1e-12));
    assertThat(job(3, true).settings(4).rate().at(1)).isCloseTo(1.2, within(1e-12));
    assertThat(job(3, false).settings(4).rate().at(1)).isEqualTo(0.1);
  }
}
