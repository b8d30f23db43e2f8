package io.weft.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weft.data.Corpus;
import io.weft.data.TextWindows;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Gpt;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.training.DatasetFeed;
import io.weft.training.OnlyRank;
import io.weft.training.StrategySettings;
import io.weft.training.Training;

/** Trains a tiny GPT in this process. */
class TrainAlone {
  private static final int STEPS = 100;
  private static final int BATCH = 16;
  private static final int SEED = 7;

  static void main() {
    var text = "over and under the warp goes the weft, ".repeat(100);
    var data = new TextWindows(Corpus.of(text.getBytes(UTF_8)), 16);
    var gpt = new Gpt("tiny", 2, 32, 2, new Sample.Tokens(16, data.classes()));
    var model = new DjlModel(gpt.network(), SEED);
    var adam = new Adam(0.9, 0.999, 1e-8, 0);
    var settings = StrategySettings.of(Strategy.parse("dear"), 1, adam, new Rate.Constant(0.005));
    try (var rank = OnlyRank.open();
        var batches = DatasetFeed.of(data, BATCH, SEED, rank.communicator());
        var training = Training.open(model, rank.communicator(), settings, batches)) {
      for (int step = 1; step <= STEPS; step++) {
        training.round(step < STEPS);
      }
      IO.println("loss %.3f after %d steps".formatted(training.loss(), STEPS));
    }
  }
}
