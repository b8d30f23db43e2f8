package io.weft.strategy;

import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Target;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.line.StrategyException;
import io.weft.training.StrategySettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Strategy lines: what they mean, in words, and for a run. */
public final class StrategyTarget implements Target {
  @Override
  public List<byte[]> seeds() {
    return Stream.of(
            "dear",
            "dear + powersgd(rank=2)",
            "bsp + all-reduce + dear(bucket=25MB) + powersgd(rank=2, min-rate=2) + auto",
            "wfbp(bucket=4MB) + lossless(top-k(0.01)) + ring",
            "priority(partition=1MB, credit=4MB) + error-feedback(int8(stochastic))",
            "ssp(3) + ps(2) + dense-below(64KB, ef-sign)",
            "local-sgd(8) + dense-first(steps=10, onebit)",
            "gossip(ring) + random-k(density=0.1)",
            "sharded(stage=3) + fp16")
        .map(line -> line.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    Refusal.only(
        () -> {
          var strategy = Strategy.parse(new Input(bytes).text());
          if (!Strategy.parse(strategy.canonical()).equals(strategy)
              || !Strategy.parse(strategy.brief()).equals(strategy)) {
            throw new AssertionError(strategy + " is not read as it is written");
          }
          Explanation.of(strategy);
          StrategySettings.of(strategy, 1, new Sgd(0, false, 0), new Rate.Constant(1));
        },
        StrategyException.class,
        IllegalArgumentException.class);
  }
}
