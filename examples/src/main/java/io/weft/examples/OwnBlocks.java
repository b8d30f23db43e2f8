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
import io.weft.trainer.Listener;
import io.weft.trainer.Trainer;
import java.util.ArrayList;

/** Trains blocks of DJL on two ranks; each stage of the network is a block. */
class OwnBlocks {
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
    var network = network(Sample.Features.of(data));
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
