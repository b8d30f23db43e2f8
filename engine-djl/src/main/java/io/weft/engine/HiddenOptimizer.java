package io.weft.engine;

import io.weft.model.Parameter;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Shard;
import io.weft.optimizer.Updater;
import java.lang.foreign.Arena;
import java.util.List;

/**
 * One of DJL's, which has its settings and shows them to nobody: nothing is trained with it.
 *
 * @param name of its class
 */
record HiddenOptimizer(String name) implements Optimizer {
  private String refusal() {
    return "DJL shows no settings of its %s, such as the rate: give Weft's, as in".formatted(name)
        + " fit(data, 16, how -> how.optimizer(%s, new Rate.Constant(0.001)).epochs(10))"
            .formatted(ours());
  }

  private String ours() {
    return switch (name) {
      case "Sgd" -> "new Sgd(0, false, 0)";
      case "Nag" -> "new Sgd(0.9, true, 0)";
      case "AdamW" -> "new AdamW(0.9, 0.999, 1e-8, 0.01)";
      default -> "new Adam(0.9, 0.999, 1e-8, 0)";
    };
  }

  @Override
  public void check(List<Parameter> parameters) {
    throw new IllegalArgumentException(refusal());
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    throw new IllegalArgumentException(refusal());
  }
}
