package io.weft.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weft.data.Corpus;
import io.weft.data.TextWindows;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Gpt;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.trainer.Trainer;

/** The same on many ranks, each a process: together they take the same samples in a step. */
class TrainTogether {
  private static final int BATCH = 16;
  private static final int SEED = 7;

  static void main() {
    var text = "over and under the warp goes the weft, ".repeat(100);
    var data = new TextWindows(Corpus.of(text.getBytes(UTF_8)), 16);
    var gpt = new Gpt("tiny", 2, 32, 2, Sample.Tokens.of(data));
    try (var rank = Join.open(JoinOptions.ofProcess());
        var model = new DjlModel(gpt.network(), SEED)) {
      var result =
          Trainer.of(model, rank.communicator())
              .data(data, BATCH / rank.ranks())
              .steps(100)
              .strategy("dear")
              .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.005))
              .seed(SEED)
              .run();
      IO.println("loss %.3f after %d steps".formatted(result.loss(), result.steps()));
    }
  }
}
