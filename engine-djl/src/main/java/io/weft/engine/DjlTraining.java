package io.weft.engine;

import ai.djl.Model;
import ai.djl.training.dataset.RandomAccessDataset;
import io.weft.collective.Communicator;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.trainer.Result;
import io.weft.trainer.Trainer;
import java.util.function.UnaryOperator;

/**
 * Trains the block of a model of DJL on all ranks, in place of {@code EasyTrain.fit}: it learns
 * classes by the cross entropy of its scores, as from {@code Loss.softmaxCrossEntropyLoss()}.
 */
public final class DjlTraining {
  private static final Adam ADAM = new Adam(0.9, 0.999, 1e-8, 0);
  private static final Rate RATE = new Rate.Constant(0.001);

  private final Model model;
  private final Communicator communicator;

  private DjlTraining(Model model, Communicator communicator) {
    this.model = model;
    this.communicator = communicator;
  }

  public static DjlTraining of(Model model, Communicator communicator) {
    return new DjlTraining(model, communicator);
  }

  /**
   * Trains, and leaves what was learnt in the block, on all ranks. All ranks call it.
   *
   * @param samples how many each rank takes at once
   * @param how how long, and all else; the optimizer is that of DJL's {@code DefaultTrainingConfig}
   *     unless it says another
   */
  public Result fit(RandomAccessDataset data, int samples, UnaryOperator<Trainer> how) {
    var read = DjlData.of(data);
    try (var trained = DjlModel.of(model.getBlock(), read)) {
      var trainer = Trainer.of(trained, communicator).data(read, samples).optimizer(ADAM, RATE);
      return how.apply(trainer).run();
    }
  }
}
