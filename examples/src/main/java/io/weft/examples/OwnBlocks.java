package io.weft.examples;

import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
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

/** Trains blocks of DJL on two ranks; each stage of the network is a block. */
class OwnBlocks {
  private static final int STEPS = 30;
  private static final int SEED = 7;

  static void main() {
    World.spawn(2, OwnBlocks::train);
  }

  private static Network network(Sample images) {
    var convolution = Conv2d.builder().setKernelShape(new Shape(3, 3)).setFilters(8).build();
    return Stages.of("own blocks", images)
        .add("convolution", convolution)
        .add("norm", new SequentialBlock().add(BatchNorm.builder().build()).add(Activation::relu))
        .add("flat", Blocks.batchFlattenBlock())
        .add("last", Linear.builder().setUnits(4).build())
        .network();
  }

  private static void train(Communicator communicator) {
    var data = new SyntheticImages(1024, new SyntheticImages.Size(1, 8, 8), 4, SEED);
    var network = network(new Sample.Features(data.shape().inputs(), data.classes()));
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
