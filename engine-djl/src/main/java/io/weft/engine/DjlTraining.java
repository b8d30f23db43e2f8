package io.weft.engine;

import ai.djl.Model;
import ai.djl.training.dataset.RandomAccessDataset;
import io.weft.collective.Communicator;
import io.weft.engine.loss.Loss;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.trainer.Result;
import io.weft.trainer.Trainer;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Trains the block of a model of DJL on all ranks, in place of {@code EasyTrain.fit}. Unless told
 * otherwise it learns classes by the cross entropy of its scores, as from {@code
 * Loss.softmaxCrossEntropyLoss()}.
 */
public final class DjlTraining {
  private static final Adam ADAM = new Adam(0.9, 0.999, 1e-8, 0);
  private static final Rate RATE = new Rate.Constant(0.001);

  private final Model model;
  private final Communicator communicator;
  private Loss loss = Loss.crossEntropy();

  private DjlTraining(Model model, Communicator communicator) {
    this.model = model;
    this.communicator = communicator;
  }

  public static DjlTraining of(Model model, Communicator communicator) {
    return new DjlTraining(model, communicator);
  }

  /** By what it learns, and so which labels the data has. */
  public DjlTraining loss(Loss loss) {
    this.loss = loss;
    return this;
  }

  /** By a loss of DJL's, as {@link DjlLoss} says. */
  public DjlTraining loss(ai.djl.training.loss.Loss loss) {
    return loss(DjlLoss.of(loss));
  }

  /**
   * Trains, and leaves what was learnt in the block, on all ranks. All ranks call it.
   *
   * @param samples how many each rank takes at once
   * @param how how long, and all else; the optimizer is that of DJL's {@code DefaultTrainingConfig}
   *     unless it says another
   */
  public Result fit(RandomAccessDataset data, int samples, UnaryOperator<Trainer> how) {
    var read = DjlData.of(data, loss);
    try (var trained = DjlModel.of(model.getBlock(), read, loss)) {
      var trainer =
          Trainer.of(trained, communicator)
              .data(read, samples)
              .optimizer(ADAM, RATE)
              .facts(Map.of("loss", loss.name()));
      return how.apply(trainer).run();
    }
  }
}
