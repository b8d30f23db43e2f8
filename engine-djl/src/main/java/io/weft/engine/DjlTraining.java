package io.weft.engine;

import ai.djl.Model;
import ai.djl.training.TrainingConfig;
import ai.djl.training.dataset.RandomAccessDataset;
import io.weft.collective.Communicator;
import io.weft.data.DataException;
import io.weft.data.SampleShape;
import io.weft.engine.loss.Loss;
import io.weft.metric.Metric;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.trainer.Interval;
import io.weft.trainer.Result;
import io.weft.trainer.Trainer;
import io.weft.trainer.Validation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private Optional<DjlConfig> config = Optional.empty();
  private Optional<Watched> watched = Optional.empty();
  private Loss loss = Loss.crossEntropy();

  /** Other data, and what follows from it. */
  private record Watched(RandomAccessDataset data, UnaryOperator<Validation> how) {}

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
   * What DJL's trainer would be told: the loss, as {@link DjlLoss} says; initialisers, for blocks
   * that have no values yet; {@code Accuracy} and {@code TopKAccuracy}, which become metrics of
   * {@linkplain #validation validation} and have our names there. DJL shows no settings of its
   * optimizers, so {@link Trainer#optimizer} has to be called.
   *
   * @throws IllegalArgumentException if it has other evaluators, listeners, or devices than the CPU
   */
  public DjlTraining config(TrainingConfig config) {
    var read = new DjlConfig(config);
    this.config = Optional.of(read);
    return loss(read.loss());
  }

  /** Looks at other data after every epoch, and gives what it found last with the result. */
  public DjlTraining validation(RandomAccessDataset data) {
    return validation(data, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param how what follows from it, and metrics beside those of the configuration
   */
  public DjlTraining validation(RandomAccessDataset data, UnaryOperator<Validation> how) {
    this.watched = Optional.of(new Watched(data, how));
    return this;
  }

  /**
   * Trains, and leaves what was learnt in the block, on all ranks. All ranks call it.
   *
   * @param samples how many each rank takes at once
   * @param how how long, and all else; the optimizer is that of DJL's {@code DefaultTrainingConfig}
   *     unless it says another
   */
  public Result fit(RandomAccessDataset data, int samples, UnaryOperator<Trainer> how) {
    config.ifPresent(it -> it.setInitializers(model.getBlock()));
    var read = DjlData.of(data, loss);
    var validation = validation(read.shape());
    try (var trained = DjlModel.of(model.getBlock(), read, loss)) {
      var trainer =
          Trainer.of(trained, communicator)
              .data(read, samples)
              .optimizer(optimizer(), RATE)
              .facts(Map.of("loss", loss.name()));
      validation.ifPresent(trainer::validation);
      return how.apply(trainer).run();
    }
  }

  private Optional<Validation> validation(SampleShape learnt) {
    var metrics = config.map(DjlConfig::metrics).orElse(List.of());
    if (watched.isEmpty() && !metrics.isEmpty()) {
      throw new IllegalArgumentException(
          "the configuration of DJL has evaluators, which are for validation: call"
              + " validation(data), or leave addEvaluator out");
    }
    return watched.map(
        it -> {
          var other = DjlData.of(it.data, loss);
          checkAlike(learnt, other.shape());
          var validation = Validation.of(other, Interval.epochs(1));
          return it.how.apply(validation.metrics(metrics.toArray(Metric[]::new)));
        });
  }

  private static void checkAlike(SampleShape learnt, SampleShape other) {
    boolean fits = learnt.inputs().equals(other.inputs()) && learnt.labels().equals(other.labels());
    if (!fits || other.classes().orElse(0) > learnt.classes().orElse(0)) {
      throw new DataException(
          "the dataset for validation has samples of %s and the one to learn from of %s: %s"
              .formatted(
                  words(other), words(learnt), "give it the same arrays, and no more classes"));
    }
  }

  private static String words(SampleShape shape) {
    var labels =
        shape.classes().isPresent()
            ? "%d classes".formatted(shape.classes().getAsInt())
            : "labels " + shape.labels();
    return "%s with %s".formatted(shape.inputs(), labels);
  }

  private Optimizer optimizer() {
    return config.<Optimizer>map(DjlConfig::optimizer).orElse(ADAM);
  }
}
