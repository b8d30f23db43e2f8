package io.weft.examples;

import ai.djl.Model;
import io.weft.engine.DjlTraining;
import io.weft.engine.DjlWeights;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import java.nio.file.Files;

/** The same on many ranks, each a process: what was learnt is in the model of DJL, on all ranks. */
class DjlTogether {
  private static final int BATCH = 16;
  private static final int EPOCHS = 10;

  static void main() throws Exception {
    var folder = Files.createTempDirectory("digits");
    var digits = Digits.in(folder);
    try (var model = Model.newInstance("perceptron", "PyTorch")) {
      model.setBlock(Digits.perceptron());
      var images = digits.dataset(model.getNDManager(), BATCH);
      try (var rank = Join.open(JoinOptions.ofProcess())) {
        DjlTraining.of(model, rank.communicator())
            .fit(images, BATCH / rank.ranks(), how -> how.epochs(EPOCHS).strategy("dear"));
      }
      model.save(folder, "perceptron");
      DjlWeights.save(model.getBlock(), folder.resolve("perceptron.safetensors"));
      IO.println("%.0f %% right, saved in %s".formatted(100 * digits.right(model), folder));
    }
  }
}
