package io.weft.examples;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.data.SyntheticImages;
import io.weft.engine.DjlModel;
import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.engine.Stages;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.training.DatasetFeed;
import io.weft.training.StrategySettings;
import io.weft.training.Training;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Trains a module that Python wrote, on two ranks. It takes images of shape [1, 8, 8] and gives
 * four scores:
 *
 * <pre>{@code
 * import torch
 * from torch import nn
 * module = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU(),
 *                        nn.Linear(32, 4))
 * torch.jit.script(module).save("module.pt")
 * }</pre>
 */
class OwnScript {
  private static final int STEPS = 30;
  private static final int SEED = 7;

  static void main(String... arguments) {
    var file = Path.of(arguments.length == 0 ? "module.pt" : arguments[0]);
    if (!Files.exists(file)) {
      IO.println(
          "there is no %s: write it with torch.jit.script(module).save(\"%s\"), in Python"
              .formatted(file, file.getFileName()));
      return;
    }
    var data = new SyntheticImages(1024, new SyntheticImages.Size(1, 8, 8), 4, SEED);
    var images = new Sample.Features(data.shape().inputs(), data.classes());
    var network = Stages.of("own script", images).addScript("module", file).network();
    World.spawn(2, communicator -> train(network, data, communicator));
  }

  private static void train(Network network, SyntheticImages data, Communicator communicator) {
    var sgd = new Sgd(0.9, false, 0);
    var settings = StrategySettings.of(Strategy.parse("wfbp"), 1, sgd, new Rate.Constant(0.05));
    try (var batches = DatasetFeed.of(data, 16, SEED, communicator);
        var training =
            Training.open(new DjlModel(network, SEED), communicator, settings, batches)) {
      training.round(true);
      double first = training.loss();
      for (int step = 2; step <= STEPS; step++) {
        training.round(step < STEPS);
      }
      boolean learnt = training.loss() < first / 2;
      IO.println("rank %d: %s".formatted(communicator.rank(), learnt ? "learnt" : "not learnt"));
    }
  }
}
