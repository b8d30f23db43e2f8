package io.weft.examples;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.loss.Loss;
import java.nio.file.Files;

/** Trains a network of DJL's with DJL, in this process. */
class DjlAlone {
  private static final int BATCH = 16;
  private static final int EPOCHS = 10;

  static void main() throws Exception {
    var folder = Files.createTempDirectory("digits");
    var digits = Digits.in(folder);
    try (var model = Model.newInstance("perceptron", "PyTorch")) {
      model.setBlock(Digits.perceptron());
      var images = digits.dataset(model.getNDManager(), BATCH);
      var config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss());
      try (var trainer = model.newTrainer(config)) {
        trainer.initialize(new Shape(BATCH, Digits.PIXELS));
        EasyTrain.fit(trainer, EPOCHS, images, null);
      }
      model.save(folder, "perceptron");
      IO.println("%.0f %% right, saved in %s".formatted(100 * digits.right(model), folder));
    }
  }
}
