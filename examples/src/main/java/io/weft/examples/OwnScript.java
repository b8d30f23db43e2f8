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
import io.weft.trainer.Listener;
import io.weft.trainer.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

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
    var images = Sample.Features.of(data);
    var network = Stages.of("own script", images).addScript("module", file).network();
    World.spawn(2, communicator -> train(network, data, communicator));
  }

  private static void train(Network network, SyntheticImages data, Communicator communicator) {
    try (var model = new DjlModel(network, SEED)) {
      var losses = new ArrayList<Double>();
      Trainer.of(model, communicator)
          .data(data, 16)
          .steps(30)
          .optimizer(new Sgd(0.9, false, 0), new Rate.Constant(0.05))
          .listener(Listener.of(report -> losses.add(report.loss())))
          .run();
      boolean learnt = losses.getLast() < losses.getFirst() / 2;
      IO.println("rank %d: %s".formatted(communicator.rank(), learnt ? "learnt" : "not learnt"));
    }
  }
}
