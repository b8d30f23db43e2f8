package io.weft.examples;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.data.Part;
import io.weft.data.Reshaped;
import io.weft.data.SyntheticImages;
import io.weft.engine.DjlModel;
import io.weft.engine.zoo.Perceptron;
import io.weft.metric.Accuracy;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.trainer.Interval;
import io.weft.trainer.Trainer;
import io.weft.trainer.Validation;
import java.nio.file.Path;
import java.util.List;

/** Trains until nothing becomes better on images that are not learnt from, and keeps the best. */
class KeepBest {
  private static final SyntheticImages.Size SIZE = new SyntheticImages.Size(1, 8, 8);

  static void main(String... arguments) {
    var folder = Path.of(arguments.length == 0 ? "runs/best" : arguments[0]);
    World.spawn(2, communicator -> train(communicator, folder));
  }

  private static void train(Communicator communicator, Path folder) {
    var images = new SyntheticImages(1201, SIZE, 4, 7);
    var learnt = new Reshaped(new Part(images, 0, 1000), List.of(64L));
    var others = new Reshaped(new Part(images, 1000, 201), List.of(64L));
    var network = new Perceptron("small", List.of(64, 16, 4)).network();
    var validation =
        Validation.of(others, Interval.epochs(1)).metrics(new Accuracy()).watch("accuracy");
    try (var model = new DjlModel(network, 1)) {
      var result =
          Trainer.of(model, communicator)
              .data(learnt, 25)
              .epochs(50)
              .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.001))
              .validation(validation.keepBest().stopAfter(2))
              .folder(folder)
              .run();
      if (communicator.rank() == 0) {
        IO.println("%s, see %s".formatted(result.ending(), folder.resolve("best")));
      }
    }
  }
}
